package dev.assay.architecture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `check` leaves on a machine where it installs RabbitMQ; the package manager is a script. */
class RabbitMqInstallationTest {
    @TempDir
    Path folder;

    private Path policy;

    @BeforeEach
    void nothingIsInstalled() {
        policy = folder.resolve("policy-rc.d");
    }

    @Test
    void thePolicyIsThereWhileThePackageIsInstalledAndThenGone() throws Exception {
        packageManager("grep -q '^exit 101' '" + policy + "' && echo denied >> '" + folder + "/seen'");
        assertThat(install().waitFor()).isZero();
        assertThat(folder.resolve("seen")).hasContent("denied\ndenied");
        assertThat(policy).doesNotExist();
    }

    /** As a terminal does: the signal goes to all that run in the foreground. */
    @Test
    void afterAnInterruptThePolicyIsGone() throws Exception {
        packageManager("touch '" + folder + "/begun'; exec sleep 1000");
        Process check = install();
        assertThat(check.inputReader().readLine()).isEqualTo("installing");
        assertThat(Eventually.holds(() -> Files.exists(folder.resolve("begun"))))
                .isTrue();
        assertThat(policy).exists();
        new ProcessBuilder("kill", "-INT", "--", "-" + check.pid()).start().waitFor();
        assertThat(check.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(check.exitValue()).isNotZero();
        assertThat(policy).doesNotExist();
    }

    @Test
    void onesLeftByACheckThatWasKilledIsNotTakenForTheAdministrators() throws Exception {
        packageManager("true");
        Files.writeString(policy, "#!/bin/sh\n# by Assay's check, while it installs rabbitmq-server\nexit 101\n");
        assertThat(install().waitFor()).isZero();
        assertThat(policy).doesNotExist();
    }

    @Test
    void theAdministratorsPolicyStays() throws Exception {
        packageManager("true");
        Files.writeString(policy, "#!/bin/sh\nexit 0\n");
        assertThat(install().waitFor()).isZero();
        assertThat(policy).hasContent("#!/bin/sh\nexit 0\n");
    }

    private void packageManager(String script) throws IOException {
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("apt-get");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /**
     * In a session of its own, so that an interrupt ends nothing else; and it heeds one, although what a shell starts in the background
     * does not.
     */
    private Process install() throws IOException {
        String script = Path.of("..", "bin", "rabbitmq.sh").toRealPath().toString();
        ProcessBuilder builder = new ProcessBuilder(
                        "env",
                        "--default-signal=INT",
                        "setsid",
                        "bash",
                        "-c",
                        ". '" + script + "'; trap 'exit 130' INT; echo installing; install_rabbitmq '" + folder + "' '"
                                + policy + "'")
                .redirectErrorStream(true);
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, first) -> first + ":" + path);
        return builder.start();
    }
}
