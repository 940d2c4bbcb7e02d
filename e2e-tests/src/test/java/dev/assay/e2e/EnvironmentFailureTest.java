package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.host.file.FullDisk;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks failures whose cause lies outside of Assay. */
@Tag("slow")
class EnvironmentFailureTest {
    private static final Path FROZEN = Path.of("src/test/resources/frozen/runs");

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    @Tag("server")
    void aFullDiskEndsTheRunInOneMessage() throws Exception {
        assumeTrue(succeeds("unshare", "-rm", "true"), "needs user namespaces, to mount a small disk");
        AssayProgram assay = AssayProgram.in(folder)
                .through(
                        "unshare", "-rm", "/bin/sh", "-c", "mount -t tmpfs -o size=8m none small && exec \"$@\"", "sh");
        Files.createDirectory(assay.folder().resolve("small"));
        assay.write("long.yaml", Scenarios.quickest("5 min"));
        Running running = assay.start("run", "long.yaml", "--out", "small/runs")
                .awaitText("\\[1/1 .* left", AssayProgram.PATIENCE);

        fill(Path.of("/proc", Long.toString(running.pid()), "root")
                .resolve(Path.of("/").relativize(assay.folder()))
                .resolve("small"));

        Ended ended = running.await(AssayProgram.PATIENCE);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.err()).startsWith("assay: ").contains("disk is full").hasLineCount(1);
        assay.awaitNothingRunning(AssayProgram.PATIENCE);
        assertThat(assay.clusterData()).isEmpty();
    }

    /** The disk has two pages, so that a card's third file has no room. */
    @Test
    void onAFullDiskNeitherACardNorAPageIsLeftInPart() throws Exception {
        assumeTrue(succeeds("unshare", "-rm", "true"), "needs user namespaces, to mount a small disk");
        AssayProgram assay = AssayProgram.in(folder)
                .through(
                        "unshare",
                        "-rm",
                        "/bin/sh",
                        "-c",
                        "mount -t tmpfs -o size=8k none small && mkdir small/card && { \"$@\"; code=$?; echo left: $(find small -type f); exit $code; }",
                        "sh");
        Files.createDirectory(assay.folder().resolve("small"));
        String run = FROZEN.resolve("in-memory").toAbsolutePath().toString();

        Ended card = assay.run(AssayProgram.PATIENCE, "card", run, "--to", "small/card");
        Ended page = assay.run(AssayProgram.PATIENCE, "compare", run, "--html", "small/page.html");

        for (Ended ended : List.of(card, page)) {
            assertThat(ended.code()).as(ended.said()).isEqualTo(3);
            assertThat(ended.err())
                    .startsWith("assay: can't write small/")
                    .contains("The disk is full: free some space and run the command again")
                    .hasLineCount(1);
            assertThat(ended.out()).endsWith("left:\n");
        }
    }

    @Test
    void aDeadAddressIsNamedWithinSeconds() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        try (Socket takenButSilent = new Socket()) {
            takenButSilent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String address = "127.0.0.1:" + takenButSilent.getLocalPort();
            assay.write("dead.yaml", Scenarios.existing(address, "3 s"));

            Ended ended = assay.run(AssayProgram.PATIENCE, "run", "dead.yaml");

            assertThat(ended.code()).as(ended.said()).isEqualTo(4);
            assertThat(ended.said())
                    .containsOnlyOnce("no Kafka broker answered at " + address + " within 10 s")
                    .doesNotContain("\tat ");
            assay.awaitNothingRunning(AssayProgram.PATIENCE);
        }
    }

    @Test
    void aWorkerThatIsNotThereIsNamed() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--worker", "127.0.0.1:1");

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.err()).contains("127.0.0.1:1").doesNotContain("\tat ");
    }

    @Test
    void withoutNetworkTheMessageSaysWhatCouldNotBeFetchedAndFromWhere() throws Exception {
        AssayProgram assay = AssayProgram.withEmptyCache(folder)
                .with("ASSAY_MAVEN_REPO", "http://127.0.0.1:1")
                .with("ASSAY_MAVEN_REPO_HTTP", "allowed");
        assay.write("kafka.yaml", Scenarios.kafka("1", "3 s"));

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "kafka.yaml");

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.err())
                .startsWith("assay: ")
                .contains("from 127.0.0.1:1 (")
                .doesNotContain("\tat ");
    }

    @Test
    void ctrlCDuringADownloadEndsTheRun() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            AssayProgram assay = AssayProgram.withEmptyCache(folder)
                    .with("ASSAY_MAVEN_REPO", "http://127.0.0.1:" + silent.getLocalPort())
                    .with("ASSAY_MAVEN_REPO_HTTP", "allowed");
            assay.write("kafka.yaml", Scenarios.kafka("1", "3 s"));
            Running running = assay.start("run", "kafka.yaml");
            silent.setSoTimeout((int) AssayProgram.PATIENCE.toMillis());
            silent.accept();

            Processes.signal(running.pid(), "INT");

            Ended ended = running.await(AssayProgram.PATIENCE);
            assertThat(ended.code()).as(ended.said()).isEqualTo(130);
            assertThat(assay.runs()).as("nothing had been started").isEmpty();
            assay.awaitNothingRunning(AssayProgram.PATIENCE);
        }
    }

    /** Writes until the disk is full. */
    private static void fill(Path disk) throws IOException {
        try (OutputStream out = Files.newOutputStream(disk.resolve("filler"))) {
            byte[] page = new byte[4096];
            for (long free = Long.MAX_VALUE;
                    free > 0;
                    free = Files.getFileStore(disk).getUsableSpace()) {
                out.write(page);
            }
        } catch (IOException e) {
            if (!FullDisk.explains(e, disk.resolve("filler"))) {
                throw e;
            }
        }
    }

    private static boolean succeeds(String... command) throws Exception {
        try {
            Process process = new ProcessBuilder(command).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException notInstalled) {
            return false;
        }
    }
}
