package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ListeningProcessTest {
    private static final List<String> TABLE = List.of(
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
            "   0: 0100007F:2384 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0 100 0 0 10 0",
            "   1: 0100007F:2384 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0 20 4 30 10 -1",
            "   2: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0 100 0 0 10 0");

    @Test
    void onlyWhoListensCounts() {
        assertThat(ListeningProcess.listening(9092, TABLE)).containsExactly("socket:[4711]");
        assertThat(ListeningProcess.listening(9093, TABLE)).isEmpty();
    }

    @Test
    void itIsWhoHasTheSocketOpen(@TempDir Path proc) throws Exception {
        Files.createDirectories(proc.resolve("self/net"));
        Files.write(proc.resolve("self/net/tcp"), TABLE);
        for (String process : List.of("31", "7", "9")) {
            Files.createDirectories(proc.resolve(process).resolve("fd"));
        }
        Files.createSymbolicLink(proc.resolve("31/fd/5"), Path.of("socket:[4711]"));
        Files.createSymbolicLink(proc.resolve("7/fd/5"), Path.of("socket:[4712]"));

        assertThat(ListeningProcess.on(9092, proc)).containsExactly(31L);
        assertThat(ListeningProcess.on(22, proc)).isEmpty();
    }

    /** A pod's first process holds the namespace and listens on nothing. */
    @Test
    void aPodIsLookedIntoByOneOfItsProcesses(@TempDir Path proc) throws Exception {
        process(proc, "self", "net:[1]", List.of());
        process(proc, "7", "net:[1]", List.of());
        process(proc, "30", "net:[2]", TABLE);
        process(proc, "31", "net:[2]", TABLE);
        process(proc, "40", "net:[3]", List.of());
        Files.createSymbolicLink(proc.resolve("31/fd/5"), Path.of("socket:[4711]"));

        assertThat(ListeningProcess.on(9092, proc)).containsExactly(31L);
        assertThat(ListeningProcess.on(9093, proc)).isEmpty();
    }

    @Test
    void theOwnNamespaceComesFirst(@TempDir Path proc) throws Exception {
        process(proc, "self", "net:[1]", TABLE);
        process(proc, "7", "net:[1]", TABLE);
        process(proc, "31", "net:[2]", anotherSocket());
        Files.createSymbolicLink(proc.resolve("7/fd/5"), Path.of("socket:[4711]"));
        Files.createSymbolicLink(proc.resolve("31/fd/5"), Path.of("socket:[5711]"));

        assertThat(ListeningProcess.on(9092, proc)).containsExactly(7L);
    }

    @Test
    void severalPodsMayHaveThePort(@TempDir Path proc) throws Exception {
        process(proc, "self", "net:[1]", List.of());
        process(proc, "31", "net:[2]", TABLE);
        process(proc, "41", "net:[3]", anotherSocket());
        Files.createSymbolicLink(proc.resolve("31/fd/5"), Path.of("socket:[4711]"));
        Files.createSymbolicLink(proc.resolve("41/fd/5"), Path.of("socket:[5711]"));

        assertThat(ListeningProcess.on(9092, proc)).containsExactlyInAnyOrder(31L, 41L);
    }

    /** Another user's process shows neither its namespace nor its files; one that has just ended has no folder any more. */
    @Test
    void whatCannotBeReadIsNotThere(@TempDir Path proc) throws Exception {
        process(proc, "self", "net:[1]", List.of());
        process(proc, "31", "net:[2]", TABLE);
        Files.delete(proc.resolve("31/fd"));
        Files.createDirectories(proc.resolve("41"));

        assertThat(ListeningProcess.on(9092, proc)).isEmpty();
    }

    private static void process(Path proc, String name, String network, List<String> sockets) throws IOException {
        Path folder = proc.resolve(name);
        Files.createDirectories(folder.resolve("fd"));
        Files.createDirectories(folder.resolve("net"));
        Files.createDirectories(folder.resolve("ns"));
        Files.createSymbolicLink(folder.resolve("ns/net"), Path.of(network));
        Files.write(folder.resolve("net/tcp"), sockets);
    }

    private static List<String> anotherSocket() {
        return TABLE.stream().map(line -> line.replace(" 4711 ", " 5711 ")).toList();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisProcessIsFound() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ListeningProcess.on(socket.getLocalPort()))
                    .containsExactly(ProcessHandle.current().pid());
        }
    }
}
