package dev.assay.driver.memory.wire;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads frames, as many at once as have come. Used by one thread. */
public final class FrameReader {
    private static final int USUAL_BYTES = 1 << 16;

    private final InputStream in;
    private ByteBuffer bytes = ByteBuffer.allocate(USUAL_BYTES).limit(0);
    private ByteBuffer body = bytes.duplicate();
    private FrameType type = FrameType.HELLO;

    public FrameReader(InputStream in) {
        this.in = in;
    }

    /**
     * Waits for the next frame.
     *
     * @return false when the other side has ended the connection between two frames
     * @throws IOException when the connection is lost, or says what no frame is
     */
    public boolean next() throws IOException {
        if (!need(Integer.BYTES)) {
            return false;
        }
        int length = bytes.getInt(bytes.position());
        if (length < 1 || length > FrameType.MOST_FRAME_BYTES) {
            throw new IOException("a frame of " + length + " bytes");
        }
        if (!need(Integer.BYTES + length)) {
            throw new EOFException("the connection ended within a frame");
        }
        int start = bytes.position() + Integer.BYTES;
        type = FrameType.of(bytes.get(start));
        body.limit(start + length).position(start + 1);
        bytes.position(start + length);
        return true;
    }

    /** The type of the frame that was read last. */
    public FrameType type() {
        return type;
    }

    /** The body of the frame that was read last, backed by an array; valid until the next one is read. */
    public ByteBuffer body() {
        return body;
    }

    /** The same as a stream, for what is not read often. */
    public DataInputStream data() {
        byte[] copy = new byte[body.remaining()];
        body.get(copy);
        return new DataInputStream(new ByteArrayInputStream(copy));
    }

    /** Reads until there are so many bytes; false when the stream ends before the first of them. */
    private boolean need(int count) throws IOException {
        while (bytes.remaining() < count) {
            makeRoom(count);
            int end = bytes.limit();
            int read = in.read(bytes.array(), end, bytes.capacity() - end);
            if (read < 0) {
                if (bytes.hasRemaining()) {
                    throw new EOFException("the connection ended within a frame");
                }
                return false;
            }
            bytes.limit(end + read);
        }
        return true;
    }

    /** Moves what is left to the front, into a larger array where the frame does not fit. */
    private void makeRoom(int count) {
        if (bytes.position() + count <= bytes.capacity() && bytes.limit() < bytes.capacity()) {
            return;
        }
        ByteBuffer target =
                count > bytes.capacity() ? ByteBuffer.allocate(Math.max(count, 2 * bytes.capacity())) : bytes;
        int left = bytes.remaining();
        System.arraycopy(bytes.array(), bytes.position(), target.array(), 0, left);
        bytes = target.limit(left).position(0);
        body = bytes.duplicate();
    }
}
