package dev.assay.driver.memory.wire;

import java.io.IOException;

/** What a frame says. */
public enum FrameType {
    /** Client, first of all: int version. Answer: text, the law by which the server acknowledges. */
    HELLO(1),
    /** Driver: int count; for each topic text name, int partitions, int count of subscriptions, text each. */
    CREATE_TOPICS(2),
    /** Driver: int count, text name each. */
    DELETE_TOPICS(3),
    /** Producer: text topic. */
    PRODUCE(4),
    /** Consumer: text topic, text subscription. */
    SUBSCRIBE(5),
    /** Server: the request has been done. */
    OK(6),
    /** Server: text, why the request has not been done. */
    REFUSED(7),

    /** Producer: int number of the message among those in flight, int length of the key or -1, key, payload. */
    SEND(8),
    /** Server to producer: int number. The number is free from then on. */
    ACKED(9),
    /** Server to producer: int number, of a message that is not acknowledged any more. The number is free from then on. */
    FAILED(10),

    /** Server to consumer: int partition, which is its own from now on. */
    ASSIGN(11),
    /** Server to consumer: int partition, of which nothing more comes. */
    REVOKE(12),
    /** Consumer: int partition, given up; comes after {@link #CONSUMED} of all of it. */
    REVOKED(13),
    /** Server to consumer: int partition, int count; for each message int length, payload. */
    MESSAGES(14),
    /** Consumer: int partition, int count of messages handed over since the last such frame. */
    CONSUMED(15),
    /** Consumer: send nothing for now; what is under way still comes. */
    PAUSE(16),
    /** Consumer: go on. */
    RESUME(17),
    /** Consumer: it leaves, and takes nothing more of what is under way. */
    LEAVE(18),
    /** Server to consumer: it has left. */
    LEFT(19);

    /** Differs where one side would not understand the other. */
    public static final int VERSION = 1;

    /** The most bytes of one message's payload. */
    public static final int MOST_PAYLOAD_BYTES = 16 << 20;

    /** A payload, a key, and the fields around them. */
    static final int MOST_FRAME_BYTES = MOST_PAYLOAD_BYTES + (1 << 20);

    private static final FrameType[] ALL = values();

    private final byte code;

    FrameType(int code) {
        this.code = (byte) code;
    }

    /** The byte that stands for it. */
    byte code() {
        return code;
    }

    /** @throws IOException when no type has this byte */
    static FrameType of(byte code) throws IOException {
        for (FrameType type : ALL) {
            if (type.code == code) {
                return type;
            }
        }
        throw new IOException("a frame of the unknown type " + code);
    }
}
