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
 * The programs {@code ssh} and {@code scp} that this user has. What stands in the user's configuration counts, and nobody is asked
 * anything: keys, agents and known hosts have to be enough. Secrets never stand on their command lines, which other users can read.
 *
 * @param ssh its path, or its name where it is on the path
 * @param scp likewise
 */
public record SshPrograms(String ssh, String scp) {
    /** A shell that reads its script from standard input, in one line: what follows is for what the script runs. */
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

    /** Those on the path. */
    public static SshPrograms ofPath() {
        return new SshPrograms("ssh", "scp");
    }

    /** @throws CoordinationException when one is not there */
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

    /** The command that has a machine run the script which it is given on standard input. */
    List<String> shell(SshDestination destination) {
        List<String> command = new ArrayList<>(List.of(ssh, "-T"));
        command.addAll(OPTIONS);
        command.addAll(List.of("--", destination.ofSsh(), SHELL));
        return command;
    }

    /**
     * The command that copies files to a machine.
     *
     * @param folder there, below the user's home
     */
    List<String> copy(List<Path> files, SshDestination destination, String folder) {
        List<String> command = new ArrayList<>(List.of(scp, "-q", "-B"));
        command.addAll(OPTIONS);
        command.add("--");
        files.forEach(file -> command.add(file.toAbsolutePath().toString()));
        command.add(destination.text() + ":" + folder + "/");
        return command;
    }

    /** The host that ssh would connect to, as the user's configuration has it. */
    String host(SshDestination destination) {
        try {
            return Program.run(ssh, "-G", "--", destination.ofSsh())
                    .lines()
                    .filter(line -> line.startsWith("hostname "))
                    .map(line -> line.substring("hostname ".length()).strip())
                    .findFirst()
                    .orElse(destination.host());
        } catch (HostException e) {
            return destination.host(); // One that ssh can't be asked for is most likely itself.
        }
    }
}
