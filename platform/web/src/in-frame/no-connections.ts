// Takes away what connects a frame to others although its policy allows no connection: not every
// browser applies that to WebRTC. This runs before anything of a board does.
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) {
  Reflect.deleteProperty(globalThis, name);
}
