package dev.assay.e2e;

import dev.assay.e2e.AssayProgram.Running;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Names a step of a command, and recognizes from outside that the command has reached it: by what the program prints, or by a file that
 * appears.
 */
record KillStep(String name, Sign sign) {
    private static final Duration MAX = AssayProgram.PATIENCE;
    private static final long LOOK_NANOS = 1_000_000;

    @FunctionalInterface
    interface Sign {
        boolean shows(AssayProgram assay, Running running) throws IOException;
    }

    static KillStep said(String name, String pattern) {
        Pattern text = Pattern.compile(pattern);
        return new KillStep(name, (_, running) -> text.matcher(running.out()).find());
    }

    /** @param glob of a path below the program's folder */
    static KillStep made(String name, String glob) {
        return new KillStep(name, (assay, _) -> exists(assay.folder(), glob));
    }

    /** Kills the program once it has reached the step; one that ends before is not killed, and returns as it ended. */
    AssayProgram.Ended kill(AssayProgram assay, Running running) throws Exception {
        long deadline = System.nanoTime() + MAX.toNanos();
        while (running.process().isAlive() && !sign.shows(assay, running)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not within " + MAX.toSeconds() + " s: " + name + ": " + running.out());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        boolean reached = sign.shows(assay, running);
        running.process().destroyForcibly(); // SIGKILL
        AssayProgram.Ended ended = running.await(MAX);
        if (!reached) {
            throw new AssertionError("it ended before the step '" + name + "': " + ended);
        }
        return ended;
    }

    private static boolean exists(Path folder, String glob) throws IOException {
        PathMatcher matcher = folder.getFileSystem().getPathMatcher("glob:" + folder + "/" + glob);
        boolean[] seen = {false};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                return look(path);
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                return look(path);
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException vanished) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path path, IOException vanished) {
                return FileVisitResult.CONTINUE;
            }

            private FileVisitResult look(Path path) {
                seen[0] |= matcher.matches(path);
                return seen[0] ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }
        });
        return seen[0];
    }

    @Override
    public String toString() {
        return name;
    }
}
