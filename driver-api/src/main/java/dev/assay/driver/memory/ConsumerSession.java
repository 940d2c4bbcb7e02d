package dev.assay.driver.memory;

import dev.assay.driver.memory.wire.FrameBuffer;
import dev.assay.driver.memory.wire.FrameReader;
import dev.assay.driver.memory.wire.FrameType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** What a server does for one consumer: a thread sends what there is, while the session's own takes what the client says. */
final class ConsumerSession {
    /** So much is sent beyond what the client says it has handed over; at least one message. */
    static final int AHEAD_BYTES = 4 << 20;

    private final ServedSubscription.Member member;
    private final OutputStream out;
    private final Thread sender;

    ConsumerSession(ServedSubscription subscription, OutputStream out) {
        this.member = subscription.join();
        this.out = out;
        this.sender = Thread.ofPlatform().daemon().name("consumer-send").start(this::send);
    }

    private void send() {
        FrameBuffer buffer = new FrameBuffer();
        try {
            while (member.await(buffer)) {
                buffer.writeTo(out);
            }
        } catch (IOException gone) {
            // The thread that reads from the client finds out as well, and says so.
            member.leave();
        } catch (InterruptedException e) {
            member.leave();
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when the consumer has left, in order or not; what it did not take is for others then. */
    void serve(FrameReader frames) throws IOException, InterruptedException {
        try {
            boolean more = frames.next();
            while (more && frames.type() != FrameType.LEAVE) {
                take(frames.type(), frames.body());
                more = frames.next();
            }
            if (more) {
                sayGoodbye();
            }
        } finally {
            member.leave();
        }
    }

    private void take(FrameType type, ByteBuffer body) throws IOException {
        switch (type) {
            case CONSUMED -> member.consumed(body.getInt(), body.getInt());
            case REVOKED -> member.revoked(body.getInt());
            case PAUSE -> member.pause(true);
            case RESUME -> member.pause(false);
            default -> throw new IOException("a consumer has sent a frame of type " + type);
        }
    }

    /** Only once nothing else is written: the client reads until then. */
    private void sayGoodbye() throws IOException, InterruptedException {
        member.leave();
        sender.join();
        FrameBuffer last = new FrameBuffer();
        last.put(FrameType.LEFT);
        last.writeTo(out);
    }
}
