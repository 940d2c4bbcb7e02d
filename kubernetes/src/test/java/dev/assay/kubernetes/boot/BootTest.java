package dev.assay.kubernetes.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs two pods as two processes of this machine, with programs that stand in for the coordinator and the worker. */
class BootTest {
    private static final byte[] JAR = "a jar".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private int firstPort;
    private int workerPort;

    @BeforeEach
    void ports() throws IOException {
        firstPort = freePort();
        workerPort = freePort();
        Path boot = Files.createDirectories(folder.resolve("boot"));
        Path secret = Files.createDirectories(folder.resolve("secret"));
        Files.writeString(secret.resolve("token"), "t");
        Files.writeString(boot.resolve("files"), digest(JAR) + " " + JAR.length + " worker/a.jar\n");
        program("coordinator", """
                void main() throws Exception {
                    var out = java.nio.file.Files.createDirectories(java.nio.file.Path.of("out/run-1"));
                    java.nio.file.Files.writeString(out.resolve("run.json"), java.nio.file.Files.readString(java.nio.file.Path.of("assay/worker/a.jar")));
                    java.nio.file.Files.createSymbolicLink(out.resolve("token"), java.nio.file.Path.of("secret/token").toAbsolutePath());
                    IO.println("token may be read by " + java.nio.file.attribute.PosixFilePermissions.toString(
                            java.nio.file.Files.getPosixFilePermissions(java.nio.file.Path.of("secret/token"))));
                    System.exit(6);
                }
                """);
        program("worker", """
                void main() throws Exception {
                    var server = new java.net.ServerSocket(%d);
                    while (true) server.accept();
                }
                """.formatted(workerPort));
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void theFirstPodPassesJarsOnAndTheOthersEndWithIt() throws Exception {
        Process first = boot("coordinator", "first");
        Process worker = boot("worker", "other");
        assertThat(exit(call("receive", JAR))).isZero();

        awaitText(folder.resolve("first.log"), "assay-pods ended 6");
        assertThat(folder.resolve("first.log")).content().contains("token may be read by rw-------");
        assertThat(folder.resolve("other/assay/worker/a.jar")).hasBinaryContent(JAR);
        assertThat(exit(worker)).as("the worker, whose pod holds processors").isZero();
        assertThat(first.isAlive()).as("the first pod waits to be fetched").isTrue();

        assertThat(text(call("ended", new byte[0]))).isEqualTo("6\n");
        Files.writeString(folder.resolve("first/run.zip.part"), "what a pod's process that was killed has left");
        Process packed = call("pack", new byte[0]);
        assertThat(exit(packed)).isZero();
        String[] answer = text(packed).strip().split(" ");
        Files.writeString(folder.resolve("first/out/run-1/later.json"), "x");
        assertThat(text(call("pack", new byte[0]))).as("packed once").startsWith(answer[0]);
        byte[] whole = Files.readAllBytes(folder.resolve("first/run.zip"));
        assertThat(answer).containsExactly(digest(whole), Integer.toString(whole.length));
        Process part = boot(List.of("read", "3", "7"), "first");
        byte[] bytes = part.getInputStream().readAllBytes();
        assertThat(bytes).isEqualTo(Arrays.copyOfRange(whole, 3, 10));
        try (ZipFile zip = new ZipFile(folder.resolve("first/run.zip").toFile())) {
            assertThat(zip.size()).as("files, without the link").isOne();
            ZipEntry entry = zip.getEntry("run-1/run.json");
            assertThat(zip.getInputStream(entry)).hasBinaryContent(JAR);
        }

        assertThat(exit(call("release", new byte[0]))).isZero();
        assertThat(exit(first)).isZero();
    }

    @Test
    void aRunThatIsNotOverIsNotPacked() throws Exception {
        assertThat(text(call("ended", new byte[0]))).isEqualTo("\n");
        Process packing = call("pack", new byte[0]);
        assertThat(exit(packing)).isEqualTo(1);
        assertThat(packing.getErrorStream()).hasContent("the run is not over");
        assertThat(exit(call("unknown", new byte[0]))).isEqualTo(1);
    }

    @Test
    void thePlacementIsKeptForTheCoordinator() throws Exception {
        assertThat(exit(call(List.of("place", "5"), "12345 and no more".getBytes(StandardCharsets.UTF_8))))
                .isZero();
        assertThat(folder.resolve("first/placement.json")).hasContent("12345");
        Process cut = call(List.of("place", "9"), "1234".getBytes(StandardCharsets.UTF_8));
        assertThat(exit(cut)).isNotZero();
        assertThat(new String(cut.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("5 bytes of the placement are missing");
    }

    @Test
    void whatIsNotWhatWasSentIsRefused() throws Exception {
        Process receiving = call("receive", "b jar".getBytes(StandardCharsets.UTF_8));
        assertThat(exit(receiving)).isNotZero();
        assertThat(new String(receiving.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("is not what was sent");
        assertThat(folder.resolve("first/complete")).doesNotExist();
    }

    @Test
    void whatEndsTooEarlyIsRefused() throws Exception {
        Process receiving = call("receive", new byte[] {'a'});
        assertThat(exit(receiving)).isNotZero();
        assertThat(new String(receiving.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("4 bytes of ", "are missing");
    }

    private void program(String name, String source) throws IOException {
        Path file = folder.resolve(name).resolve("Main.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        Files.writeString(folder.resolve("boot").resolve(name), file + "\n");
    }

    /** Whoever started the run was killed before it could send them. */
    @Test
    void aRunToWhichNobodySendsItsJarsSaysSoAndEnds() throws Exception {
        ProcessBuilder builder = builder(List.of(), "first");
        builder.environment().putAll(Map.of("ASSAY_PROGRAM", Boot.COORDINATOR, "ASSAY_PATIENCE", "1"));
        Process process = builder.start();
        started.add(process);

        assertThat(exit(process)).isEqualTo(3);
        assertThat(text(process).lines())
                .satisfiesExactly(
                        waits -> assertThat(waits)
                                .startsWith("the jars have not come yet; ")
                                .endsWith("the run ends 1 s after its first pod began"),
                        ends -> assertThat(ends).isEqualTo("nobody has sent the jars"),
                        code -> assertThat(code).isEqualTo(Boot.ENDED + "3"));
    }

    private Process boot(String program, String work) throws IOException {
        ProcessBuilder builder = builder(List.of(), work);
        builder.environment().putAll(Map.of("ASSAY_PROGRAM", program, "ASSAY_POD", work));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve(work + ".log").toFile())
                .start();
        started.add(process);
        return process;
    }

    private Process boot(List<String> arguments, String work) throws IOException {
        Process process = builder(arguments, work).start();
        started.add(process);
        return process;
    }

    /** Executes a command in the first pod. */
    private Process call(String command, byte[] input) throws IOException {
        return call(List.of(command), input);
    }

    private Process call(List<String> command, byte[] input) throws IOException {
        Process process = boot(command, "first");
        try (InputStream in = new ByteArrayInputStream(input);
                var out = process.getOutputStream()) {
            in.transferTo(out);
        }
        return process;
    }

    private ProcessBuilder builder(List<String> arguments, String work) throws IOException {
        Files.createDirectories(folder.resolve(work));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Boot.class.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> environment = new HashMap<>(Map.of(
                "ASSAY_BOOT", folder.resolve("boot").toString(),
                "ASSAY_SECRET", folder.resolve("secret").toString(),
                "ASSAY_WORK", folder.resolve(work).toString(),
                "ASSAY_FIRST", "127.0.0.1",
                "ASSAY_FIRST_PORT", Integer.toString(firstPort),
                "ASSAY_WORKER_PORT", Integer.toString(workerPort),
                "ASSAY_WORKERS", "1",
                "ASSAY_PATIENCE", "120",
                "ASSAY_KEEP", "120"));
        builder.environment().putAll(environment);
        return builder;
    }

    private static int exit(Process process) throws InterruptedException {
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void awaitText(Path log, String text) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (!Files.readString(log).contains(text)) {
            assertThat(System.nanoTime()).as(Files.readString(log)).isLessThan(end);
            Boot.pause(Duration.ofMillis(50));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
