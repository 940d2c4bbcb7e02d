package dev.assay.testing.disk;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the real disk, numbers its changes from 1, and fails at one of them. Accesses through {@link #path} fail; those to the same files
 * by their own paths do not.
 */
public final class FailingDisk extends FileSystemProvider {
    private final DiskFailure failure;
    private final int failing;
    private final FailingFileSystem fileSystem = new FailingFileSystem(this);
    private final Set<Path> synced = new HashSet<>();
    private int step;

    /** @param failing the number of the change that fails */
    public FailingDisk(DiskFailure failure, int failing) {
        this.failure = failure;
        this.failing = failing;
    }

    public synchronized boolean hasFailed() {
        return step >= failing;
    }

    /** Returns the files and folders that were synced, by their real paths. */
    public synchronized Set<Path> synced() {
        return Set.copyOf(synced);
    }

    synchronized void wasSynced(Path real) {
        synced.add(real);
    }

    public Path path(Path real) {
        return wrap(real);
    }

    private interface Wrapped {
        Path real();
    }

    /**
     * Counts a change.
     *
     * @param takesRoom whether a full disk refuses it
     * @return whether it fails; half of it is made then
     */
    synchronized boolean failsNow(boolean takesRoom) {
        boolean before = step >= failing;
        step++;
        boolean now = step == failing;
        return switch (failure) {
            case KILLED -> before || now;
            case FULL -> (before || now) && takesRoom;
            case BROKEN -> now;
        };
    }

    /** Returns whether the program was killed: then not even half of a change is made. */
    synchronized boolean isOver() {
        return failure == DiskFailure.KILLED && step > failing;
    }

    void fail() throws IOException {
        failure.raise();
    }

    private void change(boolean takesRoom) throws IOException {
        if (failsNow(takesRoom)) {
            fail();
        }
    }

    Path wrap(Path real) {
        return (Path) Proxy.newProxyInstance(
                FailingDisk.class.getClassLoader(), new Class<?>[] {Path.class, Wrapped.class}, (_, method, args) -> {
                    if (method.getName().equals("real")) {
                        return real;
                    }
                    if (method.getName().equals("getFileSystem")) {
                        return fileSystem;
                    }
                    try {
                        return wrapped(method.invoke(real, unwrapped(args)));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private @Nullable Object wrapped(@Nullable Object result) {
        return result instanceof Path path ? wrap(path) : result;
    }

    private static @Nullable Object @Nullable [] unwrapped(@Nullable Object @Nullable [] args) {
        if (args == null) {
            return null;
        }
        @Nullable Object[] real = args.clone();
        for (int i = 0; i < real.length; i++) {
            real[i] = real[i] instanceof Wrapped wrapped ? wrapped.real() : real[i];
        }
        return real;
    }

    static Path real(Path path) {
        return path instanceof Wrapped wrapped ? wrapped.real() : path;
    }

    @Override
    public String getScheme() {
        return "failing";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
        throw new UnsupportedOperationException("there is one for each disk");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return fileSystem;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException("paths come from path()");
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        boolean writes = options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
        if (writes) {
            change(true);
        }
        return new FailingChannel(this, real(path), FileChannel.open(real(path), options, attributes));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(real(folder))) {
            for (Path each : StreamSupport.stream(all.spliterator(), false).toList()) {
                if (filter.accept(wrap(each))) {
                    entries.add(wrap(each));
                }
            }
        }
        return new DirectoryStream<>() {
            @Override
            public java.util.Iterator<Path> iterator() {
                return entries.iterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        if (!Files.exists(real(folder))) {
            change(true);
        }
        Files.createDirectory(real(folder), attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
        if (Files.exists(real(path), LinkOption.NOFOLLOW_LINKS)) {
            change(false);
        }
        Files.delete(real(path));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        change(true);
        Files.copy(real(source), real(target), options);
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        change(false);
        Files.createLink(real(link), real(existing));
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        change(false);
        Files.move(real(source), real(target), options);
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return Files.isSameFile(real(path), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return Files.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return Files.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        Path real = real(path);
        real.getFileSystem().provider().checkAccess(real, modes);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return Files.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return Files.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return Files.readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        change(false);
        Files.setAttribute(real(path), attribute, value, options);
    }
}
