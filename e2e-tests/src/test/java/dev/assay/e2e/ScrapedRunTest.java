package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scrapes a run while it goes on, as its first output describes. */
@Tag("slow")
class ScrapedRunTest {
    private static final Pattern PLACE =
            Pattern.compile("metrics: (http://127\\.0\\.0\\.1:\\d+/metrics), with the bearer token in (\\S+)");

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void endWhatIsLeft() throws Exception {
        client.close();
        Processes.endAll(folder);
    }

    private HttpResponse<String> get(String address, String token) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Authorization", "Bearer " + token)
                        .build(),
                BodyHandlers.ofString());
    }

    private static Matcher place(Running running) throws Exception {
        Matcher place = PLACE.matcher(
                running.awaitText(PLACE.pattern(), AssayProgram.PATIENCE).out());
        assertThat(place.find()).isTrue();
        return place;
    }

    @Test
    void whoReadsTheTokenSeesTheLoadAndAtTheEndBothAreGone() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "5 s"));
        Running running = assay.start("run", "memory.yaml", "--metrics", "0");
        Matcher place = place(running);
        Path file = assay.folder().resolve(place.group(2));
        String token = Files.readString(file).strip();

        Until.holds(
                "messages are counted",
                AssayProgram.PATIENCE,
                () -> get(place.group(1), token)
                        .body()
                        .matches("(?s).*assay_acknowledged_messages_total\\{[^}]*} [1-9].*"));

        assertThat(get(place.group(1), "0".repeat(token.length())).statusCode()).isEqualTo(401);
        Ended ended = running.await(AssayProgram.PATIENCE);
        FinishedTrials.assertMeasured(ended);
        assertThat(ended.said()).doesNotContain(token);
        assertThat(file).doesNotExist();
    }

    @Test
    void afterCtrlCNoTokenIsLeft() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "5 min"));
        Running running = assay.start("run", "memory.yaml", "--metrics", "0");
        Path file = assay.folder().resolve(place(running).group(2));
        running.awaitText("\\[1/1 .* left", AssayProgram.PATIENCE);

        Processes.signal(running.pid(), "INT");

        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(130);
        assertThat(file).doesNotExist();
    }
}
