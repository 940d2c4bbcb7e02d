package dev.assay.e2e.frozen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares reports and comparisons of recorded runs with the recorded texts. */
class FrozenRunsTest {
    private static final Path RUNS = Goldens.FROZEN.resolve("runs");
    /** Gives the baselines with which gates compare the trials of runs. */
    private static final Map<String, String> BASELINES = Map.of(
            "in-memory", "size=100 B",
            "quiet", "mean=30 ms",
            "faults", "fault=none",
            "three-systems", "system=kafka");

    /** Names the runs whose cost is reported: of a system in the workers, and of three systems. */
    private static final Set<String> COSTED = Set.of("quiet", "three-systems");

    private static final String PRICES = Goldens.FROZEN.resolve("prices.yaml").toString();

    @TempDir
    Path folder;

    private Transcript program = new Transcript();

    @BeforeEach
    void nameTheFolder() {
        program = new Transcript().naming(folder, "runs");
    }

    static List<String> runs() throws IOException {
        return Goldens.names(RUNS);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void aRunIsReportedAndComparedAsItWas(String name) throws IOException {
        String run = copied(name).toString();
        Map<String, String> texts = new TreeMap<>();

        texts.put("report.txt", program.of("report", run));
        texts.put("report-verbose.txt", program.of("report", run, "--verbose", "--strict"));
        texts.put("report-page.txt", PageText.of(text(name, "report.html")));
        texts.put("summary.json", text(name, "summary.json"));
        texts.put("summary.csv", text(name, "summary.csv"));
        if (Files.exists(folder.resolve(name).resolve("study.json"))) {
            texts.put("study.json", text(name, "study.json"));
        }
        if (COSTED.contains(name)) {
            texts.put("report-prices.txt", program.of("report", run, "--prices", PRICES));
        }
        texts.putAll(written("compare", run));
        Optional<String> baseline = Optional.ofNullable(BASELINES.get(name));
        if (baseline.isPresent()) {
            texts.putAll(written(
                    "gate",
                    run,
                    "--baseline",
                    baseline.get(),
                    "--fail-if",
                    "response.p99 > 1.10x",
                    "--fail-if",
                    "end-to-end.p50 < 0.10x",
                    "--fail-if",
                    "response.p99 < 0.90x"));
        }

        Goldens.assertHeld("runs/" + name, texts);
    }

    @Test
    void runsAreHeldAgainstEachOtherAsTheyWere() throws IOException {
        Path first = copied("kafka");
        Path second = copied("disturbance");
        Map<String, String> texts = new TreeMap<>(
                written("compare", first.toString(), second.toString(), "--of", "response.p50,end-to-end.p99"));
        texts.putAll(written(
                "gate", second.toString(), "--baseline", first.toString(), "--fail-if", "response.p99 > 1.10x"));
        String quiet = copied("quiet").toString();
        Path card = folder.resolve("cards");
        program.of("card", quiet, "--to", card.toString());
        texts.put("compare-card.txt", program.of("compare", card + "/quiet.card", quiet));

        Goldens.assertHeld("several-runs", texts);
    }

    @Test
    void cardsArePutOnOnePage() throws IOException {
        String study = copied("study").toString();
        String other = copied("quiet").toString();
        String cards = folder.resolve("cards").toString();
        program.of("card", study, "--to", cards + "/study");
        program.of("card", other, "--to", cards + "/quiet");
        String first = cards + "/study/made-up.card";
        String second = cards + "/quiet/quiet.card";
        Path page = folder.resolve("cards.html");
        Map<String, String> texts = new TreeMap<>();

        texts.put("report.txt", program.of("report", first, second, "--html", page.toString()));
        texts.put("report-page.txt", program.named(PageText.of(Files.readString(page))));
        texts.put("report-again.txt", program.of("report", first, "--html", page.toString()));
        texts.put("report-of-a-run.txt", program.of("report", study, "--html", page + ".new"));
        texts.put("report-of-two.txt", program.of("report", study, other));

        Goldens.assertHeld("several-cards", texts);
    }

    /** Returns the output of a comparison or gate, and the files that it writes, if any. */
    private Map<String, String> written(String kind, String... arguments) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        Path markdown = folder.resolve(kind + ".md");
        Path other = folder.resolve(kind.equals("gate") ? "gate.xml" : "compare.html");
        List<String> whole = new ArrayList<>(List.of("compare"));
        whole.addAll(Arrays.asList(arguments));
        whole.addAll(List.of(
                "--markdown", markdown.toString(), kind.equals("gate") ? "--junit" : "--html", other.toString()));
        texts.put(kind + ".txt", program.of(whole.toArray(String[]::new)));
        if (Files.exists(markdown)) {
            texts.put("%s.md".formatted(kind), program.named(Files.readString(markdown)));
            String page = Files.readString(other);
            texts.put(
                    kind.equals("gate") ? "gate.xml" : "compare-page.txt",
                    program.named(kind.equals("gate") ? page : PageText.of(page)));
        }
        return texts;
    }

    private String text(String name, String file) throws IOException {
        return program.named(Files.readString(folder.resolve(name).resolve(file)));
    }

    /** Copies a run, since reports are written into its folder. */
    private Path copied(String name) throws IOException {
        Path from = RUNS.resolve(name);
        Path to = folder.resolve(name);
        try (Stream<Path> all = Files.walk(from)) {
            for (Path one : all.toList()) {
                Files.copy(one, to.resolve(from.relativize(one)));
            }
        }
        return to;
    }
}
