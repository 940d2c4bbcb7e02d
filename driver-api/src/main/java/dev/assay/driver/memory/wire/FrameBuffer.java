package dev.assay.driver.memory.wire;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Frames that wait to be written, one after the other. Used by one thread at a time. */
public final class FrameBuffer {
    private static final int USUAL_BYTES = 1 << 16;

    /** One that has grown beyond this, for the sake of a large message, is made small again once it is empty. */
    private static final int LARGE_BYTES = 4 << 20;

    private ByteBuffer bytes = ByteBuffer.allocate(USUAL_BYTES);
    private int frameStart;

    /** Writes a body that is not worth a method of its own. */
    public interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    /** Begins a frame; {@link #end()} ends it. */
    public void begin(FrameType type) {
        room(Integer.BYTES + 1);
        frameStart = bytes.position();
        bytes.putInt(0).put(type.code());
    }

    public void putInt(int value) {
        room(Integer.BYTES);
        bytes.putInt(value);
    }

    public void putBytes(byte[] value) {
        room(value.length);
        bytes.put(value);
    }

    /** Ends the frame that was begun last. */
    public void end() {
        bytes.putInt(frameStart, bytes.position() - frameStart - Integer.BYTES);
    }

    /** A frame with that body. */
    public void put(FrameType type, Body body) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(written)) {
            body.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("a frame of type " + type + " can't be written", e);
        }
        begin(type);
        putBytes(written.toByteArray());
        end();
    }

    /** A frame without a body. */
    public void put(FrameType type) {
        begin(type);
        end();
    }

    /** A frame with one number. */
    public void put(FrameType type, int number) {
        begin(type);
        putInt(number);
        end();
    }

    /** A frame with two numbers. */
    public void put(FrameType type, int first, int second) {
        begin(type);
        putInt(first);
        putInt(second);
        end();
    }

    /** Bytes that wait. */
    public int size() {
        return bytes.position();
    }

    /** Writes what waits, and is empty then. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes.array(), 0, bytes.position());
        bytes = bytes.capacity() > LARGE_BYTES ? ByteBuffer.allocate(USUAL_BYTES) : bytes.clear();
    }

    private void room(int more) {
        if (bytes.remaining() < more) {
            int capacity = Math.max(2 * bytes.capacity(), bytes.position() + more);
            bytes = ByteBuffer.allocate(capacity).put(bytes.flip());
        }
    }
}
