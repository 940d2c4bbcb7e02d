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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Follows a run on its live page to the end, at the printed address. */
@Tag("slow")
class LiveTest {
    private static final Pattern PLACE = Pattern.compile("live: (http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/)");

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void endWhatIsLeft() throws Exception {
        client.close();
        Processes.endAll(folder);
    }

    private HttpResponse<String> get(String address) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
    }

    private static String address(Running running) throws Exception {
        Matcher place = PLACE.matcher(
                running.awaitText(PLACE.pattern(), AssayProgram.PATIENCE).out());
        assertThat(place.find()).isTrue();
        return place.group(1);
    }

    @Test
    void aPageIsFedWithTheSecondsOfAllWorkersAndGetsTheReport() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "5 s"));
        Running running = assay.start("run", "memory.yaml", "--workers", "2", "--live", "0");
        String address = address(running);
        assertThat(get(address).body()).contains("<title>Live");

        String next = "";
        String verdict = "";
        int seconds = 0;
        HttpResponse<String> answer = get(address + "data?after=");
        while (answer.headers().firstValue("Content-Type").orElse("").startsWith("application/json")) {
            JsonNode update = JsonMapper.shared().readTree(answer.body());
            next = update.get("next").stringValue();
            seconds += update.at("/charts/seriesTimes").size();
            verdict = update.at("/ended/0/verdict").asString("");
            answer = get(address + "data?after=" + next);
        }

        Ended ended = running.await(AssayProgram.PATIENCE);
        FinishedTrials.assertMeasured(ended);
        assertThat(seconds).isGreaterThanOrEqualTo(5);
        assertThat(verdict)
                .isEqualTo(FinishedTrials.only(assay).trial().verdict().grade().name());
        assertThat(answer.body())
                .isEqualTo(Files.readString(assay.runs().getFirst().resolve("report.html")));
    }

    @Test
    void afterCtrlCNobodyIsWaitedForWhoHasGoneAway() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("memory.yaml", Scenarios.memory("100 B", "5 min"));
        Running running = assay.start("run", "memory.yaml", "--live", "0");
        String address = address(running);
        Until.holds(
                "seconds are drawn",
                AssayProgram.PATIENCE,
                () -> get(address + "data?after=").body().contains("\"id\":\"rate\""));

        Processes.signal(running.pid(), "INT");

        assertThat(running.await(AssayProgram.PATIENCE).code()).isEqualTo(130);
    }
}
