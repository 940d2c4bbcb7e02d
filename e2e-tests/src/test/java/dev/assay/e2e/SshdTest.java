package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers by the system's own ssh and scp, against an sshd of this test's own on loopback, with a home of its own. */
@Tag("long")
class SshdTest {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    @TempDir
    Path folder;

    private AssayProgram assay;
    private @Nullable Process sshd;

    @BeforeEach
    void startTheServer() throws Exception {
        String obstacle = obstacle();
        if (!obstacle.isEmpty()) {
            System.out.println("skipped: workers by a real ssh: " + obstacle);
        }
        assumeTrue(obstacle.isEmpty(), obstacle);
        Path home = Files.createDirectories(folder.resolve("home"));
        int port = freePort();
        NetworkNamespace.sh("cd " + folder
                + " && ssh-keygen -q -t ed25519 -N '' -f host && ssh-keygen -q -t ed25519 -N '' -f user"
                + " && cp user.pub authorized && echo \"[127.0.0.1]:" + port + " $(cut -d' ' -f1,2 host.pub)\" >known"
                + " && chmod go-rwx .");
        // The session is in a home of its own, whatever the user's is.
        script("session", "HOME=" + home + "; export HOME; cd; exec sh -c \"$SSH_ORIGINAL_COMMAND\"");
        Path settings = Files.writeString(folder.resolve("sshd.conf"), """
                Port %1$d
                ListenAddress 127.0.0.1
                HostKey %2$s/host
                AuthorizedKeysFile %2$s/authorized
                PidFile none
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                PermitRootLogin prohibit-password
                Subsystem sftp /usr/lib/openssh/sftp-server
                ForceCommand %2$s/session
                """.formatted(port, folder));
        Path configuration = Files.writeString(folder.resolve("ssh.conf"), """
                Host load-1
                  HostName 127.0.0.1
                  Port %1$d
                  IdentityFile %2$s/user
                  IdentitiesOnly yes
                  UserKnownHostsFile %2$s/known
                """.formatted(port, folder));
        Path programs = Files.createDirectories(folder.resolve("programs"));
        script("programs/ssh", "exec /usr/bin/ssh -F " + configuration + " \"$@\"");
        script("programs/scp", "exec /usr/bin/scp -F " + configuration + " \"$@\"");
        sshd = new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        Until.holds("sshd listens", Duration.ofMinutes(1), () -> listens(port));
        assay = AssayProgram.in(folder).with("PATH", programs + File.pathSeparator + System.getenv("PATH"));
        assay.write("memory.yaml", Scenarios.memory("100 B", "3 s"));
        assay.write("long.yaml", Scenarios.memory("100 B", "5 min"));
    }

    private static String obstacle() {
        for (Path program : new Path[] {SSHD, Path.of("/usr/bin/ssh"), Path.of("/usr/bin/scp")}) {
            if (!Files.isExecutable(program)) {
                return program + " is not installed (Debian: openssh-server)";
            }
        }
        return System.getProperty("user.name", "").equals("root") && !Files.isDirectory(Path.of("/run/sshd"))
                ? "sshd as root needs the folder /run/sshd"
                : "";
    }

    private void script(String name, String command) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + command + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @AfterEach
    void stopTheServer() throws Exception {
        if (sshd != null) {
            sshd.destroy();
            sshd.waitFor();
        }
        Processes.endAll(folder);
    }

    private Path cache(String below) {
        return folder.resolve("home/.cache/assay/fleet").resolve(below);
    }

    private void assertOnlyJarsAreLeft() throws Exception {
        Until.holds(
                "no worker runs",
                AssayProgram.PATIENCE,
                () -> Processes.of(folder).stream()
                        .noneMatch(seen -> seen.command().contains("WorkerProcess")));
        assertThat(cache("jars")).isNotEmptyDirectory();
        assertThat(cache("incoming")).isEmptyDirectory();
        Until.holds("what was unpacked is gone", AssayProgram.PATIENCE, () -> {
            try (var left = Files.list(cache("running"))) {
                return left.findAny().isEmpty();
            }
        });
    }

    @Test
    void aRunMeasuresByTheSystemsOwnPrograms() throws Exception {
        Ended first = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:load-1");
        Ended second = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:load-1");

        FinishedTrials.assertMeasured(first);
        FinishedTrials.assertMeasured(second);
        FinishedTrials.assertSound(FinishedTrials.only(assay));
        assertThat(first.out()).contains(" to load-1");
        assertThat(second.out()).doesNotContain("copying");
        assertOnlyJarsAreLeft();

        Ended cleaned = assay.run(AssayProgram.PATIENCE, "fleet", "clean", "ssh:load-1");

        assertThat(cleaned.code()).as(cleaned.said()).isZero();
        assertThat(folder.resolve("home/.cache")).isEmptyDirectory();
    }

    @Test
    void whenAssayIsKilledNothingRunsOnThere() throws Exception {
        Running running = assay.start("run", "long.yaml", "--workers-on", "ssh:load-1")
                .awaitText("\\[1/1 .* left", AssayProgram.PATIENCE);

        Processes.signal(running.pid(), "KILL");

        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(128 + 9);
        assertOnlyJarsAreLeft();
    }

    @Test
    void whenTheConnectionIsCutTheRunSaysSoAndNothingRunsOnThere() throws Exception {
        Running running = assay.start("run", "long.yaml", "--workers-on", "ssh:load-1")
                .awaitText("\\[1/1 .* left", AssayProgram.PATIENCE);

        for (Processes.Seen seen : Processes.of(folder)) {
            if (seen.command().contains("/usr/bin/ssh -F")) {
                Processes.signal(seen.pid(), "KILL");
            }
        }

        Ended ended = running.await(AssayProgram.PATIENCE);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertOnlyJarsAreLeft();
    }

    @Test
    void aHostThatIsNotKnownIsRefusedWithWhatSshSays() throws Exception {
        Files.writeString(folder.resolve("known"), "");

        Ended ended = assay.run(AssayProgram.PATIENCE, "run", "memory.yaml", "--workers-on", "ssh:load-1");

        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.err()).contains("load-1: it can't be used by ssh", "Host key verification failed");
    }
}
