package dev.assay.run.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.store.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that dashboard and document cover exactly the exposed metrics. */
class DashboardTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern NAME = Pattern.compile("\\bassay_[a-z_]+");
    private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)=~?\"");
    private static final Pattern LABEL = Pattern.compile("[{,]([a-z_]+)=\"");

    @TempDir
    Path base;

    private String exposed = "";

    @BeforeEach
    void scrape() throws Exception {
        RunMetrics metrics = new RunMetrics();
        RunMetricsTest.run(
                RunMetricsTest.trial("law: constant, mean: 1 ms, fail-every: 100"),
                metrics,
                RunDirectory.create(base, "scraped", Instant.EPOCH),
                1);
        exposed = RunMetricsTest.scrape(metrics);
    }

    private static List<String> queries() throws Exception {
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DOCS.resolve("grafana-dashboard.json")));
        return dashboard.findValues("expr").stream().map(JsonNode::stringValue).toList();
    }

    /** Returns the names of series; native histograms are series named after their family. */
    private Set<String> names() {
        Set<String> names = exposed.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        exposed.lines()
                .filter(line -> line.startsWith("# TYPE ") && line.endsWith(" histogram"))
                .forEach(line -> names.add(line.split(" ", -1)[2]));
        return names;
    }

    private static Set<String> found(Pattern pattern, String text, int group) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(group))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyQueryIsAboutMetricsAndLabelsThatThereAre() throws Exception {
        Set<String> labels = found(LABEL, exposed, 1);
        assertThat(labels).contains("system", "trial", "phase", "le");

        assertThat(queries()).hasSizeGreaterThan(8).allSatisfy(query -> {
            assertThat(found(NAME, query, 0)).isNotEmpty().isSubsetOf(names());
            assertThat(found(MATCHER, query, 1)).isSubsetOf(labels);
            Matcher groupings = GROUPING.matcher(query);
            while (groupings.find()) {
                assertThat(List.of(groupings.group(1).split(", *", -1))).isSubsetOf(labels);
            }
        });
    }

    /** Buckets of each histogram must be covered; count and sum are exposed for those who want means. */
    @Test
    void everythingThatIsExposedIsShownAndDescribed() throws Exception {
        String shown = String.join("\n", queries());
        String described = Files.readString(DOCS.resolve("EVENTS.md"));

        assertThat(names().stream().map(name -> name.replaceFirst("_seconds_(bucket|count|sum)$", "_seconds")))
                .allSatisfy(name -> {
                    assertThat(shown).contains(name);
                    assertThat(described).contains("`" + name + "`");
                });
    }

    @Test
    void labelsAreThoseThatADocumentNamesAndNoOthers() {
        assertThat(found(LABEL, exposed, 1))
                .containsExactlyInAnyOrder(
                        "system", "trial", "phase", "operation", "kind", "verdict", "assay_trial_verdict", "le");
    }
}
