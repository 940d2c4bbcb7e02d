package dev.assay.systems.rabbitmq.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.DeploymentException;
import dev.assay.model.exit.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Execution(ExecutionMode.SAME_THREAD)
class InstalledServersTest {
    @TempDir
    Path root;

    private void program(String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path server(String home, String plugin) throws IOException {
        program(home + "/sbin/rabbitmq-server");
        Files.createDirectories(root.resolve(home).resolve("plugins").resolve("rabbit_common-9.9.9"));
        Files.createDirectories(root.resolve(home).resolve("plugins").resolve(plugin));
        return root.resolve(home);
    }

    private InstalledServers servers(Map<String, String> environment) {
        return new InstalledServers(environment, root, "sudo apt-get install rabbitmq-server");
    }

    @ParameterizedTest
    @CsvSource({
        "usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8, rabbit-3.10.8,     3.10.8",
        "opt/rabbitmq_server-4.1.0,                   rabbit-4.1.0.ez,   4.1.0",
        "opt/rabbitmq,                                rabbit-3.13.7,     3.13.7",
        "usr/local/opt/rabbitmq,                      rabbit-4.0.0-rc.1, 4.0.0-rc.1",
        "home/linuxbrew/.linuxbrew/opt/rabbitmq,      rabbit-4.0.5,      4.0.5",
    })
    void aServerIsFoundOnTheUsualPaths(String home, String plugin, String version) throws IOException {
        Path expected = server(home, plugin);
        RabbitMqInstallation server = servers(Map.of()).find("installed");
        assertThat(server.home()).isEqualTo(expected);
        assertThat(server.version()).hasToString(version);
    }

    @Test
    void theNewestIsTakenUnlessAVersionIsAsked() throws IOException {
        server("usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8", "rabbit-3.10.8");
        server("opt/rabbitmq_server-3.9.29", "rabbit-3.9.29");
        server("opt/rabbitmq_server-3.13.0", "rabbit-3.13.0");
        assertThat(servers(Map.of()).find("installed").version()).hasToString("3.13.0");
        assertThat(servers(Map.of()).find("3.10.8").version()).hasToString("3.10.8");
        assertThatThrownBy(() -> servers(Map.of()).find("4.0.0"))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.BAD_INPUT))
                .hasMessageContaining("systems.rabbitmq.version is 4.0.0, but installed here is 3.13.0 (")
                .hasMessageContaining("Write version: installed, or set RABBITMQ_HOME");
        assertThatThrownBy(() -> servers(Map.of()).find("3.9.29")).hasMessageContaining("3.10 or newer");
    }

    @Test
    void theVariableWinsOverTheUsualPaths() throws IOException {
        server("usr/lib/rabbitmq/lib/rabbitmq_server-3.13.0", "rabbit-3.13.0");
        Path own = server("own/place/rabbitmq_server-3.12.1", "rabbit-3.12.1");
        Map<String, String> direct = Map.of("RABBITMQ_HOME", own.toString());
        Map<String, String> parent =
                Map.of("RABBITMQ_HOME", root.resolve("own/place").toString());
        assertThat(servers(direct).find("installed").version()).hasToString("3.12.1");
        assertThat(servers(parent).find("installed").version()).hasToString("3.12.1");
        Map<String, String> wrong =
                Map.of("RABBITMQ_HOME", root.resolve("nowhere").toString());
        assertThatThrownBy(() -> servers(wrong).find("installed"))
                .hasMessageContaining("RABBITMQ_HOME is " + root.resolve("nowhere"))
                .hasMessageContaining("sudo apt-get install rabbitmq-server");
    }

    @ParameterizedTest
    @CsvSource({"4, 4.3.6", "4.0, 4.0.5", "4.0.5, 4.0.5", "3.10, 3.10.8"})
    void aLineOfReleasesStandsForItsNewest(String wanted, String version) throws IOException {
        server("usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8", "rabbit-3.10.8");
        server("opt/rabbitmq_server-4.0.5", "rabbit-4.0.5");
        server("opt/rabbitmq_server-4.3.6", "rabbit-4.3.6");
        assertThat(servers(Map.of()).find(wanted).version()).hasToString(version);
        assertThatThrownBy(() -> servers(Map.of()).find("3.1"))
                .hasMessageContaining("systems.rabbitmq.version is 3.1,");
    }

    @Test
    void theVariableNamesSeveralFoldersTheFirstOfWhichIsTakenWhereNoVersionIsAsked() throws IOException {
        Path three = server("three/rabbitmq_server-3.10.8", "rabbit-3.10.8");
        Path four = server("four/usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5", "rabbit-4.0.5");
        InstalledServers both =
                servers(Map.of("RABBITMQ_HOME", root.resolve("three") + File.pathSeparator + root.resolve("four")));
        assertThat(both.find("installed").home()).isEqualTo(three);
        assertThat(both.find("4").home()).isEqualTo(four);

        Map<String, String> oneWrong =
                Map.of("RABBITMQ_HOME", root.resolve("three") + File.pathSeparator + root.resolve("fuor"));
        assertThatThrownBy(() -> servers(oneWrong).find("installed"))
                .hasMessageContaining("there is no RabbitMQ server in '" + root.resolve("fuor") + "'");
    }

    /** RabbitMQ 3.10 does not run on the Erlang that 4.x needs. */
    @Test
    void aServerInARootOfItsOwnHasTheErlangThere() throws IOException {
        Path four = server("four/usr/lib/rabbitmq/lib/rabbitmq_server-4.0.5", "rabbit-4.0.5");
        Path three = server("three/rabbitmq_server-3.10.8", "rabbit-3.10.8");
        for (String bin : List.of("four/usr/bin", "path")) {
            program(bin + "/erl");
            program(bin + "/epmd");
        }
        Map<String, String> environment = Map.of("PATH", root.resolve("path").toString());
        assertThat(Erlang.find(environment, four).epmd()).isEqualTo(root.resolve("four/usr/bin/epmd"));
        assertThat(Erlang.find(environment, four).path())
                .startsWith(root.resolve("four/usr/bin") + ":" + root.resolve("path") + ":");
        assertThat(Erlang.find(environment, three).epmd()).isEqualTo(root.resolve("path/epmd"));
    }

    @Test
    void whereThereIsNoneOneCommandIsNamed() {
        assertThatThrownBy(() -> servers(Map.of()).find("installed"))
                .isInstanceOfSatisfying(
                        DeploymentException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                .hasMessageStartingWith(
                        "There is no RabbitMQ server on this machine. Install it: sudo apt-get install");
    }

    @ParameterizedTest
    @CsvSource({
        "Linux,    ID=ubuntu|ID_LIKE=debian,                 sudo apt-get install rabbitmq-server",
        "Linux,    ID=debian,                                sudo apt-get install rabbitmq-server",
        "Linux,    ID=fedora,                                sudo dnf install rabbitmq-server",
        "Linux,    ID=rocky|ID_LIKE=\"rhel centos fedora\",  sudo dnf install rabbitmq-server",
        "Mac OS X, ID=none,                                  brew install rabbitmq",
        "Linux,    ID=other,                                 see https://www.rabbitmq.com/docs/download",
    })
    void theCommandFitsTheOperatingSystem(String osName, String release, String hint) throws IOException {
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(root.resolve("etc/os-release"), release.replace('|', '\n'));
        assertThat(InstallHint.of(osName, root)).isEqualTo(hint);
    }

    @Test
    void erlangIsFoundOnThePathAndThePortMapperWhereErlangReallyLies() throws IOException {
        program("erlang/bin/erl");
        program("erlang/bin/epmd");
        Files.createDirectories(root.resolve("bin"));
        Files.createSymbolicLink(root.resolve("bin/erl"), root.resolve("erlang/bin/erl"));
        String bin = root.resolve("bin").toString();
        Erlang erlang = Erlang.find(Map.of("PATH", bin), root.resolve("rabbitmq_server-3.10.8"));
        assertThat(erlang.path()).startsWith(bin + ":");
        assertThat(erlang.epmd()).isExecutable();
    }
}
