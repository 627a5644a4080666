package io.hopwright.models.reference.tnw;

/** Receiver of the results of a message that belongs to no thread. */
interface TnwCargo {
  /** Its sent notify is in memory. */
  void sent();

  /** The data of a packet are in memory. */
  void delivered(TnwPacket packet);

  /** The received notify of a credit that a packet has used up is in memory. */
  void notified(TnwPacket packet);
}
