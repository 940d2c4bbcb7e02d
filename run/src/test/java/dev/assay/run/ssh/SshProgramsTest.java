package dev.assay.run.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.host.program.Program;
import dev.assay.scenario.fleet.SshDestination;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshProgramsTest {
    private static final SshDestination HOST = new SshDestination("load-1");

    @TempDir
    Path folder;

    @Test
    void sshAndScpLendNothingToAHost() {
        SshPrograms programs = SshPrograms.ofPath();
        List<String> ssh = options(programs.shell(HOST));

        assertThat(ssh)
                .contains(
                        "ForwardAgent=no",
                        "ForwardX11=no",
                        "PermitLocalCommand=no",
                        "GSSAPIDelegateCredentials=no",
                        "Tunnel=no",
                        "ClearAllForwardings=yes");
        assertThat(options(programs.copy(List.of(folder.resolve("a.jar")), HOST, "incoming")))
                .isEqualTo(ssh);
    }

    /** The system's own ssh prints the options that it would use, with a configuration that lends everything. */
    @Test
    void noConfigurationOverridesIt() throws Exception {
        assumeTrue(Program.find("ssh").isPresent(), "ssh is not installed");
        Path generous = Files.writeString(folder.resolve("generous"), """
                Host *
                  ForwardAgent yes
                  ForwardX11 yes
                  PermitLocalCommand yes
                  LocalCommand touch %s
                  Tunnel yes
                  RemoteForward 7000 127.0.0.1:7000
                """.formatted(folder.resolve("ran")));

        assertThat(effective(generous, List.of()))
                .contains("forwardagent yes", "forwardx11 yes", "permitlocalcommand yes")
                .doesNotContain("tunnel false")
                .anyMatch(line -> line.startsWith("remoteforward "));
        assertThat(effective(generous, options(SshPrograms.ofPath().shell(HOST))))
                .contains("forwardagent no", "forwardx11 no", "permitlocalcommand no", "tunnel false")
                .noneMatch(line -> line.startsWith("remoteforward "));
    }

    /** Returns the values of {@code -o}. */
    private static List<String> options(List<String> command) {
        List<String> options = new ArrayList<>();
        for (int i = 1; i < command.size(); i++) {
            if (command.get(i - 1).equals("-o")) {
                options.add(command.get(i));
            }
        }
        return options;
    }

    private static List<String> effective(Path configuration, List<String> options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("-G", "-F", configuration.toString()));
        options.forEach(option -> arguments.addAll(List.of("-o", option)));
        arguments.addAll(List.of("--", HOST.ofSsh()));
        return Program.run("ssh", arguments.toArray(String[]::new)).lines().toList();
    }
}
