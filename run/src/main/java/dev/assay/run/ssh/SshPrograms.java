package dev.assay.run.ssh;

import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.scenario.fleet.SshDestination;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds command lines of this user's {@code ssh} and {@code scp}. The user's configuration applies, and nobody is asked anything: keys,
 * agents and known hosts have to suffice. Secrets are never on their command lines, which other users can read.
 *
 * @param ssh its path, or its name where it is on the path
 * @param scp likewise
 */
public record SshPrograms(String ssh, String scp) {
    /** A shell that reads its script from standard input, in one line; the rest is for the script's programs. */
    private static final String SHELL = "exec sh -c 'IFS= read -r script; eval \"$script\"'";

    /**
     * A silent host is given up within a minute; the user's connections are left alone, and nothing of the user's is lent to the host or
     * run here, whatever the configuration says for it: no port, tunnel, agent, screen, Kerberos ticket or local command.
     */
    private static final List<String> OPTIONS = List.of(
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=15",
            "-o",
            "ServerAliveInterval=10",
            "-o",
            "ServerAliveCountMax=3",
            "-o",
            "ControlMaster=no",
            "-o",
            "ClearAllForwardings=yes",
            "-o",
            "Tunnel=no",
            "-o",
            "ForwardAgent=no",
            "-o",
            "ForwardX11=no",
            "-o",
            "GSSAPIDelegateCredentials=no",
            "-o",
            "PermitLocalCommand=no");

    public static SshPrograms ofPath() {
        return new SshPrograms("ssh", "scp");
    }

    /** @throws CoordinationException when one is missing */
    void require() throws CoordinationException {
        List<String> missing = Stream.of(ssh, scp)
                .filter(program -> !Files.isExecutable(Path.of(program)))
                .filter(program -> Program.find(program).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            throw new CoordinationException("this machine has no program called " + String.join(" and ", missing)
                    + "; install OpenSSH's client (Debian, Ubuntu: apt-get install openssh-client)");
        }
    }

    List<String> shell(SshDestination destination) {
        List<String> command = new ArrayList<>(List.of(ssh, "-T"));
        command.addAll(OPTIONS);
        command.addAll(List.of("--", destination.ofSsh(), SHELL));
        return command;
    }

    /** @param folder there, below the user's home */
    List<String> copy(List<Path> files, SshDestination destination, String folder) {
        List<String> command = new ArrayList<>(List.of(scp, "-q", "-B"));
        command.addAll(OPTIONS);
        command.add("--");
        files.forEach(file -> command.add(file.toAbsolutePath().toString()));
        command.add(destination.text() + ":" + folder + "/");
        return command;
    }

    /** Returns the host that ssh would connect to, by the user's configuration. */
    String host(SshDestination destination) {
        try {
            return Program.run(ssh, "-G", "--", destination.ofSsh())
                    .lines()
                    .filter(line -> line.startsWith("hostname "))
                    .map(line -> line.substring("hostname ".length()).strip())
                    .findFirst()
                    .orElse(destination.host());
        } catch (HostException e) {
            return destination.host(); // Without ssh's answer, the name itself is the best guess.
        }
    }
}
