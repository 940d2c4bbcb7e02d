package dev.assay.testing.jdk;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * Copies the tests' JDK with a {@code java} that leaves out the optimising compiler, collectors with threads of their own, and
 * touching memory before it is used. Servers and workers of tests live for seconds, and those would take as much of the machine as
 * their work. Unsuitable for tests of speed.
 */
public final class QuickJdk {
    private static final String HOME = "java.home";
    private static final String PROGRAMS = "bin";
    private static final String JAVA = "java";

    /** Starts Java with the options, and so do programs started by it. */
    private static final String SCRIPT = """
            #!/bin/sh
            for option in "$@"; do
              shift
              case $option in
                -XX:+UseG1GC | -XX:+UseZGC) option=-XX:+UseSerialGC ;;
                -XX:+AlwaysPreTouch) option=-XX:-AlwaysPreTouch ;;
              esac
              set -- "$@" "$option"
            done
            exec '%s' -Djava.home='%s' -XX:TieredStopAtLevel=1 "$@"
            """;

    private QuickJdk() {}

    /** Makes programs that this JVM starts with its own JDK use the copy from now on. */
    public static synchronized void use() throws IOException {
        System.setProperty(HOME, home().toString());
    }

    /**
     * Returns the copy's home, which is made where there is none: one for each JDK and user, since archives of classes are kept by JDK.
     * Several JVMs may call it at once.
     */
    public static synchronized Path home() throws IOException {
        Path real = Path.of(System.getProperty(HOME));
        if (real.startsWith(cache())) {
            return real;
        }
        Path home = cache().resolve("jdk-" + Integer.toHexString((real + SCRIPT).hashCode()));
        Files.createDirectories(home);
        linkAll(real, home, PROGRAMS);
        linkAll(real.resolve(PROGRAMS), Files.createDirectories(home.resolve(PROGRAMS)), JAVA);
        write(home.resolve(PROGRAMS).resolve(JAVA), script(real, home));
        return home;
    }

    /** Returns the folder for test files that take long to make: in the chosen cache, else beside the usual one. */
    public static Path cache() {
        String cache = System.getenv().getOrDefault("ASSAY_CACHE", "");
        return cache.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache", "assay-tests")
                : Path.of(cache).toAbsolutePath().normalize().resolve("tests");
    }

    private static void linkAll(Path from, Path to, String exception) throws IOException {
        try (Stream<Path> all = Files.list(from)) {
            for (Path one : all.filter(path -> !path.endsWith(exception)).toList()) {
                link(to.resolve(from.relativize(one)), one);
            }
        }
    }

    private static void link(Path link, Path target) throws IOException {
        try {
            Files.createSymbolicLink(link, target);
        } catch (FileAlreadyExistsException before) {
            // It was made before, by this JVM or another one.
        }
    }

    private static String script(Path real, Path home) {
        return SCRIPT.formatted(real.resolve(PROGRAMS).resolve(JAVA), home);
    }

    private static void write(Path script, String text) throws IOException {
        if (Files.exists(script)) {
            return;
        }
        Path fresh = Files.createTempFile(script.getParent(), JAVA, ".new");
        Files.writeString(fresh, text);
        if (!fresh.toFile().setExecutable(true)) {
            throw new IOException("can't make " + fresh + " executable");
        }
        Files.move(fresh, script, StandardCopyOption.ATOMIC_MOVE);
    }
}
