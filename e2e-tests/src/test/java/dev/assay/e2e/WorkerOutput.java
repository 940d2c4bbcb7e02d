package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Running;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class WorkerOutput {
    private static final Pattern LISTENING = Pattern.compile("listening on (\\S+)");

    private WorkerOutput() {}

    /** Returns the worker's address once it listens. */
    static String address(Running worker) throws Exception {
        Matcher line = LISTENING.matcher(
                worker.awaitText(LISTENING.pattern(), Duration.ofMinutes(1)).out());
        assertThat(line.find()).isTrue();
        return line.group(1);
    }
}
