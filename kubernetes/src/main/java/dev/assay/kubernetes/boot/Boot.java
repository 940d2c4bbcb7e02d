package dev.assay.kubernetes.boot;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Runs first in each pod of a run. The image has a Java and nothing of Assay's: the first pod gets all jars over the standard input
 * of {@code receive} and passes them on; a file that all pods have lists them by SHA-256, so that nobody in between can add any.
 * Then each pod starts its program: the first the coordinator, the others a worker. Workers end with the coordinator; its pod stays
 * until somebody has fetched the run.
 *
 * <p>The class lies in a ConfigMap, so it has no nested classes, and needs {@code java.base} only.
 *
 * <p>From the top: the commands; the first pod; the others; jars; programs; the run that is fetched.
 */
public final class Boot {
    /** The port on which the first pod passes jars on; connections to it that stay open tell the others that the run goes on. */
    public static final int FIRST_PORT = 7401;

    public static final int WORKER_PORT = 7400;

    /**
     * Precedes the exit code of the coordinator, on a line of its own in the log of the first pod. Other lines may begin so, too: what
     * counts is the answer to {@code ended}.
     */
    public static final String ENDED = "assay-pods ended ";

    /** The file that lists all files, one a line: SHA-256, bytes, path below {@value #ASSAY}. */
    public static final String FILES = "files";

    /** The folder of all files of Assay, below the working folder. */
    public static final String ASSAY = "assay";

    /** The file with the placement of pods, in the working folder of the first. */
    public static final String PLACEMENT = "placement.json";

    public static final String WORKER = "worker/";

    /** The file with the arguments of the coordinator; {@code ASSAY_PROGRAM} has this value in the first pod. */
    public static final String COORDINATOR = "coordinator";

    /** The secret with the token that all pods of a run share. */
    public static final String TOKEN = "token";

    private static final Path BOOT = Path.of(setting("ASSAY_BOOT", "/boot"));
    private static final Path SECRET = Path.of(setting("ASSAY_SECRET", "/secret"));
    private static final Path WORK = Path.of(setting("ASSAY_WORK", "/scratch"));
    private static final Path JARS = WORK.resolve("jars");
    private static final Path COMPLETE = WORK.resolve("complete");
    private static final Path RELEASED = WORK.resolve("released");
    private static final Path EXIT_CODE = WORK.resolve("exit-code");
    private static final Path PACKED = WORK.resolve("run.zip");
    private static final Path PACKING = WORK.resolve("packing.lock");
    private static final String PART = ".part";
    private static final int WORKERS_LACKING = 3;
    private static final int BUFFER = 1 << 16;
    private static final Duration POLL = Duration.ofMillis(200);

    /** The interval of attempts to reach a pod that has no address yet. */
    private static final Duration AGAIN = Duration.ofMillis(500);

    /** The limit of a request to the first pod, and of each part of its answer. */
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(10);

    /** What the jars take at most on most networks. */
    private static final Duration USUAL_WAIT = Duration.ofSeconds(15);

    private static final Duration TIME_TO_TIDY = Duration.ofSeconds(20);

    private Boot() {}

    /** Executes the command in the first argument; without one, does the pod's own work. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        // A name that is not known yet may be known a second later, so failed look-ups are not cached.
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
        if (arguments.length == 0) {
            System.exit(setting("ASSAY_PROGRAM", "").equals(COORDINATOR) ? first() : other());
        }
        try {
            execute(arguments);
        } catch (IOException e) {
            System.err.println(e.getClass() == IOException.class ? e.getMessage() : e.toString());
            System.exit(1);
        }
    }

    private static void execute(String[] arguments) throws IOException {
        switch (arguments[0]) {
            case "place" -> place(System.in, Integer.parseInt(arguments[1]));
            case "receive" -> receive(System.in);
            case "ended" -> System.out.println(Files.exists(EXIT_CODE) ? Files.readString(EXIT_CODE) : "");
            case "pack" -> System.out.println(pack());
            case "read" -> read(Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
            case "release" -> Files.writeString(RELEASED, "");
            default -> throw new IOException("there is no command '" + arguments[0] + "'");
        }
    }

    public static void pause(Duration length) throws InterruptedException {
        LockSupport.parkNanos(length.toNanos());
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static String setting(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null ? otherwise : value;
    }

    private static int port(String name, int otherwise) {
        return Integer.parseInt(setting(name, Integer.toString(otherwise)));
    }

    private static Duration seconds(String name) {
        return Duration.ofSeconds(Long.parseLong(setting(name, "600")));
    }

    // The first pod.

    private static int first() throws IOException, InterruptedException {
        if (!awaitJars(seconds("ASSAY_PATIENCE"))) {
            System.out.println("nobody has sent the jars");
            System.out.println(ENDED + WORKERS_LACKING);
            return WORKERS_LACKING;
        }
        Meeting meeting = new Meeting(
                token(),
                Integer.parseInt(setting("ASSAY_WORKERS", "1")),
                JARS,
                REQUEST_LIMIT,
                new ServerSocket(port("ASSAY_FIRST_PORT", FIRST_PORT)));
        int code = WORKERS_LACKING;
        long absent = meeting.awaitWorkers(seconds("ASSAY_PATIENCE"));
        if (absent == 0) {
            takeSecrets();
            unpack("");
            code = run(COORDINATOR).waitFor();
        } else {
            System.out.println("of the workers, " + absent + " did not start");
        }
        keepExitCode(code);
        meeting.end();
        System.out.println(ENDED + code);
        await(RELEASED, seconds("ASSAY_KEEP"));
        return 0;
    }

    /** Says what it waits for where that takes longer than usual, as whoever attaches to such a run sees nothing else. */
    private static boolean awaitJars(Duration patience) throws InterruptedException {
        Duration silent = patience.compareTo(USUAL_WAIT) < 0 ? patience.dividedBy(2) : USUAL_WAIT;
        if (await(COMPLETE, silent)) {
            return true;
        }
        System.out.printf(
                "the jars have not come yet; the command that started this run sends them, and if it was killed, the run ends %d s after its first pod began%n",
                patience.toSeconds());
        return await(COMPLETE, patience.minus(silent));
    }

    /** Records that the run is over. Nobody reads half of the record. */
    private static void keepExitCode(int code) throws IOException {
        Path part = part(EXIT_CODE);
        Files.writeString(part, Integer.toString(code));
        Files.move(part, EXIT_CODE, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path part(Path file) {
        return file.resolveSibling(file.getFileName() + PART);
    }

    private static byte[] token() throws IOException {
        return Files.readAllBytes(SECRET.resolve(TOKEN));
    }

    private static boolean await(Path file, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!Files.exists(file)) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            pause(POLL);
        }
        return true;
    }

    // The other pods.

    private static int other() throws IOException, InterruptedException {
        for (String[] file : files(WORKER)) {
            fetch(file[0], Long.parseLong(file[1]));
        }
        takeSecrets();
        unpack(WORKER);
        Process worker = run("worker");
        if (!awaitListening(worker)) {
            return worker.waitFor();
        }
        try (Socket tie = ask(Meeting.STAY)) {
            tie.setKeepAlive(true);
            tie.setSoTimeout(0);
            Thread.ofPlatform().daemon().start(() -> endWith(tie, worker));
            worker.waitFor();
            // A worker that was ended because the run is over has not failed.
            return Files.exists(RELEASED) ? 0 : worker.exitValue();
        }
    }

    /**
     * Sends a request to the first pod, repeatedly until that one is there. Where the run is over, or another pod has this one's index, this
     * process ends.
     */
    private static Socket ask(String wanted) throws IOException, InterruptedException {
        byte[] token = token();
        String request = String.join(" ", setting("JOB_COMPLETION_INDEX", "0"), setting("ASSAY_POD", "?"), wanted);
        long end = System.nanoTime() + seconds("ASSAY_PATIENCE").toNanos();
        while (true) {
            try {
                Socket socket = Meeting.ask(firstPod(), token, request, REQUEST_LIMIT);
                try {
                    endUnlessWanted(new DataInputStream(socket.getInputStream()).readLong());
                    return socket;
                } catch (IOException e) {
                    socket.close();
                    throw e;
                }
            } catch (IOException e) {
                if (System.nanoTime() - end > 0) {
                    throw e;
                }
                pause(AGAIN);
            }
        }
    }

    private static void endUnlessWanted(long answer) {
        if (answer == Meeting.OVER) {
            System.exit(0);
        } else if (answer == Meeting.REFUSED) {
            System.out.println("the first pod refuses this one, as another is the worker of its index");
            System.exit(WORKERS_LACKING);
        }
    }

    /** Looks the first pod's name up anew each time, since others know it only once that pod runs. */
    private static InetSocketAddress firstPod() {
        return new InetSocketAddress(setting("ASSAY_FIRST", "127.0.0.1"), port("ASSAY_FIRST_PORT", FIRST_PORT));
    }

    private static Socket connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        socket.connect(address, (int) Duration.ofSeconds(10).toMillis());
        return socket;
    }

    private static boolean awaitListening(Process worker) throws InterruptedException {
        while (worker.isAlive()) {
            try (Socket _ = connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port("ASSAY_WORKER_PORT", WORKER_PORT)))) {
                return true;
            } catch (IOException _) {
                pause(POLL); // It is starting.
            }
        }
        return false;
    }

    private static void endWith(Socket tie, Process worker) {
        try {
            tie.getInputStream().read();
        } catch (IOException _) {
            // It is gone, too.
        }
        try {
            Files.writeString(RELEASED, "");
        } catch (IOException e) {
            System.out.println(e);
        }
        worker.destroy();
    }

    // Jars.

    /** Returns the files below that folder, each as digest, size, path; in the order in which they are sent. */
    private static List<String[]> files(String folder) throws IOException {
        List<String[]> files = new ArrayList<>();
        for (String line : Files.readAllLines(BOOT.resolve(FILES))) {
            String[] file = line.split(" ", 3);
            if (file[2].startsWith(folder)) {
                files.add(file);
            }
        }
        return files;
    }

    /** Keeps {@code length} bytes for the coordinator, which does not begin before the jars have come. */
    private static void place(InputStream input, int length) throws IOException {
        byte[] placement = input.readNBytes(length);
        if (placement.length < length) {
            throw new EOFException((length - placement.length) + " bytes of the placement are missing");
        }
        Files.write(WORK.resolve(PLACEMENT), placement);
        System.out.println("placed");
    }

    /** Takes all jars, one after the other, each once, by their known sizes. */
    private static void receive(InputStream input) throws IOException {
        Files.createDirectories(JARS);
        BufferedInputStream in = new BufferedInputStream(input, BUFFER);
        Set<String> seen = new HashSet<>();
        for (String[] file : files("")) {
            if (seen.add(file[0])) {
                store(in, file[0], Long.parseLong(file[1]));
            }
        }
        Files.writeString(COMPLETE, "");
        System.out.println("received " + seen.size());
    }

    private static void fetch(String digest, long size) throws IOException, InterruptedException {
        Files.createDirectories(JARS);
        long end = System.nanoTime() + seconds("ASSAY_PATIENCE").toNanos();
        while (!Files.exists(JARS.resolve(digest))) {
            try (Socket socket = ask(digest)) {
                store(socket.getInputStream(), digest, size);
            } catch (IOException e) {
                if (System.nanoTime() - end > 0) {
                    throw e;
                }
                pause(AGAIN);
            }
        }
    }

    /** Keeps the next {@code size} bytes, if they have the expected digest. */
    private static void store(InputStream in, String digest, long size) throws IOException {
        Path part = part(JARS.resolve(digest));
        MessageDigest sha256 = sha256();
        try (OutputStream out = Files.newOutputStream(part)) {
            byte[] buffer = new byte[BUFFER];
            for (long left = size; left > 0; ) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    throw new EOFException(left + " bytes of " + digest + " are missing");
                }
                sha256.update(buffer, 0, read);
                out.write(buffer, 0, read);
                left -= read;
            }
        }
        if (!HexFormat.of().formatHex(sha256.digest()).equals(digest)) {
            throw new IOException("what has arrived of " + digest + " is not what was sent");
        }
        Files.move(part, JARS.resolve(digest), StandardCopyOption.ATOMIC_MOVE);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Lays the jars below that folder out by their names. */
    private static void unpack(String folder) throws IOException {
        for (String[] file : files(folder)) {
            Path target = WORK.resolve(ASSAY).resolve(file[2]);
            Files.createDirectories(target.getParent());
            Files.createLink(target, JARS.resolve(file[0]));
        }
    }

    // Programs.

    /** Copies secrets: files of a Secret belong to root and may be read by a group, which programs rightly refuse for tokens and keys. */
    private static void takeSecrets() throws IOException {
        Path folder = Files.createDirectories(
                WORK.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (Stream<Path> secrets = Files.list(SECRET)) {
            for (Path secret : secrets.filter(Files::isRegularFile).toList()) {
                Path copy = Files.createFile(
                        folder.resolve(secret.getFileName()),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                Files.write(copy, Files.readAllBytes(secret));
            }
        }
    }

    /** Starts the program whose arguments are in that file, one a line, with the Java that runs this. */
    private static Process run(String program) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Path temporary = Files.createDirectories(WORK.resolve("tmp"));
        command.add("-Djava.io.tmpdir=" + temporary);
        command.addAll(Files.readAllLines(BOOT.resolve(program)));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(WORK.toFile()).inheritIO();
        builder.environment()
                .putAll(Map.of(
                        "HOME", WORK.toString(),
                        "TMPDIR", temporary.toString(),
                        "ASSAY_CACHE", WORK.resolve("cache").toString(),
                        "LC_ALL", "C.UTF-8"));
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(process)));
        return process;
    }

    private static void stop(Process process) {
        process.destroy();
        try {
            process.waitFor(TIME_TO_TIDY.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    // The run that is fetched.

    /**
     * Packs the coordinator's files, once, and returns digest and size. Of several that ask at the same time all but one wait; what one
     * has left half done, the next begins anew.
     */
    private static String pack() throws IOException {
        if (!Files.exists(EXIT_CODE)) {
            throw new IOException("the run is not over");
        }
        try (FileChannel channel = FileChannel.open(PACKING, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock _ = channel.lock()) {
            if (!Files.exists(PACKED)) {
                Path part = part(PACKED);
                packTo(part);
                Files.move(part, PACKED, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        MessageDigest sha256 = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(PACKED), sha256)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(sha256.digest()) + " " + Files.size(PACKED);
    }

    private static void packTo(Path target) throws IOException {
        Path out = WORK.resolve("out");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(target));
                Stream<Path> all = Files.exists(out) ? Files.walk(out) : Stream.empty()) {
            for (Path file : all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                zip.putNextEntry(new ZipEntry(out.relativize(file).toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
    }

    private static void read(long offset, int length) throws IOException {
        byte[] chunk = new byte[length];
        try (RandomAccessFile file = new RandomAccessFile(PACKED.toFile(), "r")) {
            file.seek(offset);
            file.readFully(chunk);
        }
        System.out.write(chunk);
        System.out.flush();
    }
}
