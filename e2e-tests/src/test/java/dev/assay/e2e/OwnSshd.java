package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Imitates hosts on this machine, each an sshd with its own home, and provides programs {@code ssh} and {@code scp} that know them. Command
 * lines of its processes contain the folder, so that {@link Processes#endAll} ends them.
 */
final class OwnSshd {
    private static final String SSHD = "/usr/sbin/sshd";
    private static final String SSH = "/usr/bin/ssh";
    private static final String SCP = "/usr/bin/scp";

    private final Path folder;

    private OwnSshd(Path folder) {
        this.folder = folder;
    }

    /** Returns why there can be none here; empty where there can. */
    static String obstacle() {
        for (String program : List.of(SSHD, SSH, SCP, "/usr/bin/ssh-keygen")) {
            if (!Files.isExecutable(Path.of(program))) {
                return program + " is not installed (Debian: openssh-server)";
            }
        }
        return System.getProperty("user.name", "").equals("root") && !Files.isDirectory(Path.of("/run/sshd"))
                ? "sshd as root needs the folder /run/sshd"
                : "";
    }

    /** Makes keys and programs in a folder, but no host yet. */
    static OwnSshd in(Path folder) throws IOException, InterruptedException {
        OwnSshd made = new OwnSshd(folder.toRealPath());
        NetworkNamespace.sh("cd " + made.folder
                + " && ssh-keygen -q -t ed25519 -N '' -f host && ssh-keygen -q -t ed25519 -N '' -f user"
                + " && cp user.pub authorized && chmod go-rwx .");
        Files.createDirectories(made.programs());
        for (String program : List.of(SSH, SCP)) {
            script(
                    made.programs().resolve(Path.of(program).getFileName()),
                    "exec " + program + " -F " + made.configuration() + " \"$@\"");
        }
        return made;
    }

    private static void script(Path file, String command) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + command + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Path programs() {
        return folder.resolve("programs");
    }

    private Path configuration() {
        return folder.resolve("ssh.conf");
    }

    /** Returns the value for the variable {@code PATH}. */
    String path() {
        return programs() + File.pathSeparator + System.getenv("PATH");
    }

    /** Returns the file of known hosts with their keys. */
    Path known() {
        return folder.resolve("known");
    }

    /** Returns the file with a line for each connection that forwarded an agent to the host. */
    Path lent(String host) {
        return folder.resolve(host).resolve("agents");
    }

    /** Returns the file that exists once a local command of the configuration has run. */
    Path ranHere() {
        return folder.resolve("ran-here");
    }

    /** Lets the configuration forward the agent that {@code SSH_AUTH_SOCK} names to every host, and run a local command. */
    void lendAll() throws IOException {
        append(configuration(), """
                Host *
                  ForwardAgent yes
                  PermitLocalCommand yes
                  LocalCommand touch %s
                """.formatted(ranHere()));
    }

    /** Returns the home of all users of the host. */
    Path home(String host) {
        return folder.resolve(host).resolve("home");
    }

    /**
     * Starts a host.
     *
     * @param name by which ssh knows it
     * @param address that it listens on
     * @param within words before the command of its sshd, such as those that enter a namespace
     * @param variables of everything that runs there
     */
    void start(String name, String address, List<String> within, Map<String, String> variables) throws Exception {
        Path home = Files.createDirectories(home(name));
        Path own = folder.resolve(name);
        int port = freePort();
        StringBuilder session =
                new StringBuilder("export HOME='" + home + "' JAVA_HOME='" + System.getProperty("java.home") + "'\n");
        variables.forEach((variable, value) -> session.append("export " + variable + "='" + value + "'\n"));
        script(
                own.resolve("session"),
                session.append("[ -z \"$SSH_AUTH_SOCK\" ] || echo \"$SSH_AUTH_SOCK\" >>'" + lent(name) + "'\n")
                        .append("cd\nexec sh -c \"$SSH_ORIGINAL_COMMAND\"")
                        .toString());
        String[] key = Files.readString(folder.resolve("host.pub")).split(" ", -1);
        append(known(), "[%s]:%d %s %s\n".formatted(address, port, key[0], key[1]));
        append(configuration(), """
                Host %1$s
                  HostName %2$s
                  Port %3$d
                  IdentityFile %4$s/user
                  IdentitiesOnly yes
                  UserKnownHostsFile %4$s/known
                """.formatted(name, address, port, folder));
        Path settings = Files.writeString(own.resolve("sshd.conf"), """
                Port %1$d
                ListenAddress %2$s
                HostKey %3$s/host
                AuthorizedKeysFile %3$s/authorized
                PidFile none
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                PermitRootLogin prohibit-password
                Subsystem sftp /usr/lib/openssh/sftp-server
                ForceCommand %4$s/session
                """.formatted(port, address, folder, own));
        List<String> command = new ArrayList<>(within);
        command.addAll(List.of(SSHD, "-D", "-e", "-f", settings.toString()));
        Path log = own.resolve("sshd.log");
        Process sshd = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Until.holds("sshd of " + name + " listens", Duration.ofMinutes(1), () -> {
            assertThat(sshd.isAlive()).as(Files.readString(log)).isTrue();
            return listens(address, port);
        });
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static boolean listens(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Forwards a port of the host's loopback to the same port on this machine's loopback. */
    void forward(String host, int port) throws IOException, InterruptedException {
        String there = "127.0.0.1:" + port;
        Path log = folder.resolve(host).resolve("forward-" + port + ".log");
        NetworkNamespace.sh(programs().resolve("ssh") + " -f -N -o BatchMode=yes -o ExitOnForwardFailure=yes -R "
                + there + ":" + there + " " + host + " >" + log + " 2>&1 || { cat " + log + "; exit 1; }");
    }

    /** Returns once nothing runs on the host any more; asserts that only jars are left. */
    void assertOnlyJarsAreLeft(String host) throws Exception {
        Path home = home(host);
        Until.holds(
                "nothing runs on " + host,
                AssayProgram.PATIENCE,
                () -> Processes.of(home).isEmpty());
        Path cache = home.resolve(".cache/assay/fleet");
        assertThat(cache.resolve("jars")).isNotEmptyDirectory();
        assertThat(cache.resolve("incoming")).isEmptyDirectory();
        assertThat(cache.resolve("running")).isEmptyDirectory();
    }
}
