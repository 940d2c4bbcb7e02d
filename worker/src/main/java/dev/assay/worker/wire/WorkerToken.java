package dev.assay.worker.wire;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Holds the secret that a worker and its callers share.
 *
 * @param text at least 16 printable ASCII characters without spaces
 */
public record WorkerToken(String text) {
    private static final int MIN_LENGTH = 16;

    private static final int RANDOM_BYTES = 16;

    public WorkerToken {
        if (text.length() < MIN_LENGTH || !text.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException("the token must be at least " + MIN_LENGTH
                    + " printable ASCII characters without spaces, but has " + text.length()
                    + " characters; make one with: openssl rand -hex 16");
        }
    }

    public static WorkerToken random() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return new WorkerToken(HexFormat.of().formatHex(random));
    }

    /** Leaves the token out, which belongs in no log. */
    @Override
    public String toString() {
        return "a token of " + text.length() + " characters";
    }
}
