package dev.assay.kubernetes;

import java.io.ByteArrayOutputStream;
import java.util.concurrent.CompletableFuture;

/** Keeps what a program in a pod writes, and nothing beyond a limit. */
final class BoundedOutput extends ByteArrayOutputStream {
    private final int maxBytes;
    private final CompletableFuture<Void> overflow = new CompletableFuture<>();

    BoundedOutput(int maxBytes) {
        super(Math.min(maxBytes, 1 << 12));
        this.maxBytes = maxBytes;
    }

    @Override
    public synchronized void write(int one) {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        if (length > maxBytes - count) {
            overflow.complete(null);
        } else {
            super.write(bytes, offset, length);
        }
    }

    /** Completes when the program has written more than the limit. */
    CompletableFuture<Void> overflow() {
        return overflow;
    }
}
