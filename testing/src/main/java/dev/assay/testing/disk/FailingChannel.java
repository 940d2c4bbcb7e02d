package dev.assay.testing.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Wraps a file of a {@link FailingDisk}: a write that fails has written half. */
final class FailingChannel extends FileChannel {
    private final FailingDisk disk;
    private final Path path;
    private final FileChannel real;

    FailingChannel(FailingDisk disk, Path path, FileChannel real) {
        this.disk = disk;
        this.path = path;
        this.real = real;
    }

    private interface Write {
        int of(ByteBuffer bytes) throws IOException;
    }

    private int write(ByteBuffer bytes, Write write) throws IOException {
        if (disk.failsNow(true)) {
            if (!disk.isOver()) {
                int half = bytes.remaining() / 2;
                write.of(bytes.slice(bytes.position(), half));
            }
            disk.fail();
        }
        return write.of(bytes);
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return write(bytes, real::write);
    }

    @Override
    public int write(ByteBuffer bytes, long position) throws IOException {
        return write(bytes, each -> real.write(each, position));
    }

    @Override
    public long write(ByteBuffer[] buffers, int offset, int length) throws IOException {
        long written = 0;
        for (int i = offset; i < offset + length; i++) {
            written += write(buffers[i]);
        }
        return written;
    }

    @Override
    public void force(boolean metaData) throws IOException {
        if (disk.failsNow(true)) {
            disk.fail();
        }
        disk.wasSynced(path);
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        if (size < real.size() && disk.failsNow(false)) {
            disk.fail();
        }
        real.truncate(size);
        return this;
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new UnsupportedOperationException("not counted");
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
        return real.read(bytes);
    }

    @Override
    public long read(ByteBuffer[] buffers, int offset, int length) throws IOException {
        return real.read(buffers, offset, length);
    }

    @Override
    public int read(ByteBuffer bytes, long position) throws IOException {
        return real.read(bytes, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
        return real.transferTo(position, count, target);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
        return real.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
        return real.lock(position, size, shared);
    }

    @Override
    public @Nullable FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }
}
