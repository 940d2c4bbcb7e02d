package dev.assay.testing.disk;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Set;

final class FailingFileSystem extends FileSystem {
    private static final FileSystem REAL = FileSystems.getDefault();

    private final FailingDisk disk;

    FailingFileSystem(FailingDisk disk) {
        this.disk = disk;
    }

    @Override
    public FileSystemProvider provider() {
        return disk;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("it is open as long as the real one");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return REAL.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return REAL.getRootDirectories();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return REAL.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return REAL.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
        return disk.wrap(REAL.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
        PathMatcher matcher = REAL.getPathMatcher(syntaxAndPattern);
        return path -> matcher.matches(FailingDisk.real(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return REAL.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("nothing is watched");
    }
}
