package dev.assay.testing;

public enum Defect {
    /** The consumer is not given the message. */
    DROP,
    /** The consumer is given the message twice, one right after the other. */
    DUPLICATE,
    /**
     * The consumer is given the message after the next one of the same partition that can be identified: out of order to the ledger when
     * both are of one producer.
     */
    SWAP,
    /** One bit after the header differs. */
    FLIP_BODY,
    /** One bit of the header differs. */
    FLIP_HEADER,
    /** Before the message, the consumer is given an intact one of another trial. */
    FOREIGN,
    /** The message is not sent, and is reported as failed. */
    SEND_FAIL,
    /** The message is sent, but its outcome is never reported. */
    SEND_SILENT,
    /** The message is sent, and its outcome is reported twice. */
    SEND_TWICE;

    boolean onSending() {
        return this == SEND_FAIL || this == SEND_SILENT || this == SEND_TWICE;
    }
}
