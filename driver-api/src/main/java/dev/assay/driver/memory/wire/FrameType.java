package dev.assay.driver.memory.wire;

import java.io.IOException;

/** What a frame says. The order is part of the protocol: its place is the type's byte. */
public enum FrameType {
    /** Client, first of all: int version. Answer: text, the law by which the server acknowledges. */
    HELLO,
    /** Driver: int count; for each topic text name, int partitions, int count of subscriptions, text each. */
    CREATE_TOPICS,
    /** Driver: int count, text name each. */
    DELETE_TOPICS,
    /** Producer: text topic. */
    PRODUCE,
    /** Consumer: text topic, text subscription. */
    SUBSCRIBE,
    /** Server: the request has been done. */
    OK,
    /** Server: text, why the request has not been done. */
    REFUSED,

    /** Producer: int number of the message among those in flight, int length of the key or -1, key, payload. */
    SEND,
    /** Server to producer: int number. The number is free from then on. */
    ACKED,
    /** Server to producer: int number, text reason. */
    FAILED,

    /** Server to consumer: int partition, which is its own from now on. */
    ASSIGN,
    /** Server to consumer: int partition, of which nothing more comes. */
    REVOKE,
    /** Consumer: int partition, given up; comes after {@link #CONSUMED} of all of it. */
    REVOKED,
    /** Server to consumer: int partition, int count; for each message int length, payload. */
    MESSAGES,
    /** Consumer: int partition, int count of messages handed over since the last such frame. */
    CONSUMED,
    /** Consumer: send nothing for now; what is under way still comes. */
    PAUSE,
    /** Consumer: go on. */
    RESUME,
    /** Consumer: it leaves, and takes nothing more of what is under way. */
    LEAVE,
    /** Server to consumer: it has left. */
    LEFT;

    /** Differs where one side would not understand the other. */
    public static final int VERSION = 1;

    /** The most bytes of one message's payload. */
    public static final int MOST_PAYLOAD_BYTES = 16 << 20;

    /** A payload, a key, and the fields around them. */
    static final int MOST_FRAME_BYTES = MOST_PAYLOAD_BYTES + (1 << 20);

    private static final FrameType[] ALL = values();

    /** @throws IOException when no type has this byte */
    static FrameType of(byte code) throws IOException {
        if (code < 0 || code >= ALL.length) {
            throw new IOException("a frame of the unknown type " + code);
        }
        return ALL[code];
    }
}
