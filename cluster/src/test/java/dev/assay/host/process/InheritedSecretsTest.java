package dev.assay.host.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the environment of processes of an Assay that was given a secret in its own. */
class InheritedSecretsTest {
    private static final String SECRET = "hush-hush-0123456789";

    @TempDir
    Path folder;

    @Test
    void noProcessThatAssayStartsHasItsToken() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(OwnerDeathTest.command(SupervisorOwner.class, folder))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("ASSAY_WORKER_TOKEN", SECRET);
        builder.environment().put("ORDINARY", "ordinary");
        Process owner = builder.start();
        try {
            assertThat(owner.inputReader().readLine()).startsWith("pids ");
            List<ProcessHandle> children = owner.descendants().toList();
            assertThat(children).hasSizeGreaterThanOrEqualTo(3);
            for (ProcessHandle child : children) {
                assertThat(environment(child)).contains("ordinary").doesNotContain(SECRET);
            }
        } finally {
            owner.destroyForcibly().waitFor();
        }
    }

    private static String environment(ProcessHandle process) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "environ"));
    }
}
