package dev.assay.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.MetricUnit;
import dev.assay.model.metric.Metrics;
import dev.assay.model.resource.TextResource;
import dev.assay.model.result.Series;
import dev.assay.report.chart.Panel.Line;
import dev.assay.report.view.Chart.Unit;
import java.util.List;
import org.junit.jupiter.api.Test;

class PanelsTest {
    private final Series.Builder series = new Series.Builder().at(1);

    private static Labels host(String name) {
        return Labels.of(Labels.HOST, name);
    }

    private Panel panel(String id) {
        return Panels.of(series.build(), "").stream()
                .filter(panel -> panel.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void linesAreNamedAfterWhatTheyAreOf() {
        series.put(Metrics.SENT, Labels.NONE, 10)
                .put(Metrics.ACKED, Labels.NONE, 9)
                .put(Metrics.HOST_CPU, host("coordinator"), 3)
                .put(Metrics.PROCESS_CPU, Labels.of(Labels.NODE, "broker-1"), 1)
                .put(Metrics.PROCESS_CPU, Labels.of(Labels.WORKER, "w1"), 2);

        assertThat(panel("rate").lines()).extracting(Line::name).containsExactly("sent", "acknowledged");
        assertThat(panel("cpu").lines()).extracting(Line::name).containsExactly("broker-1", "w1", "machine");
        assertThat(panel("cpu").unit()).isEqualTo(Unit.CORES);
    }

    @Test
    void severalSubscriptionsAreToldApart() {
        Labels tail = Labels.of(Labels.GROUP, "tail").with(Labels.SUBSCRIPTION, "s1");
        series.put(Metrics.RECEIVED, tail, 10).put(Metrics.BACKLOG, tail, 1);
        assertThat(panel("rate").lines()).extracting(Line::name).containsExactly("received");

        Labels late = Labels.of(Labels.GROUP, "late").with(Labels.SUBSCRIPTION, "late");
        series.put(Metrics.RECEIVED, late, 20).put(Metrics.BACKLOG, late, 2);
        assertThat(panel("rate").lines()).extracting(Line::name).containsExactly("received s1", "received late");
        assertThat(panel("backlog").lines()).extracting(Line::name).containsExactly("backlog s1", "backlog late");
    }

    @Test
    void severalMachinesAreToldApart() {
        for (String name : List.of("coordinator", "b")) {
            Labels waiting = host(name).with(Labels.RESOURCE, "io");
            series.put(Metrics.HOST_CPU, host(name), 3)
                    .put(Metrics.HOST_CPU_STEAL, host(name), 0.25)
                    .put(Metrics.HOST_PRESSURE, waiting.with(Labels.STALL, "some"), 0.5)
                    .put(Metrics.HOST_PRESSURE, waiting.with(Labels.STALL, "full"), 0.125);
        }

        assertThat(panel("cpu").lines()).extracting(Line::name).containsExactly("host coordinator", "host b");
        assertThat(panel("machine").unit()).isEqualTo(Unit.PERCENT);
        assertThat(panel("machine").lines())
                .extracting(line -> line.name() + " " + line.values().at(0))
                .containsExactly(
                        "host coordinator stolen 25.0",
                        "host b stolen 25.0",
                        "host coordinator waiting for io 50.0",
                        "host b waiting for io 50.0");
        assertThat(panel("standstill").lines())
                .extracting(line -> line.name() + " " + line.values().at(0))
                .containsExactly("host coordinator waiting for io 12.5", "host b waiting for io 12.5");
    }

    @Test
    void eachEntryOfTheFileDrawsSomethingOfItsOwn() {
        List<String> lines = TextResource.lines(TextResource.of(Panels.class, "charts.txt"));
        for (Metric metric : Metrics.all()) {
            series.put(metric, Labels.NONE, 1);
        }
        for (String line : lines) {
            String[] shown = line.strip().split(" \\|", -1)[0].split("[ =]", -1);
            if (shown.length == 3) {
                Metric metric = Metrics.named(shown[0]).orElseThrow();
                assertThat(metric.labels()).contains(shown[1]);
                series.put(metric, Labels.of(shown[1], shown[2]), 1);
            }
        }
        List<Panel> drawn = Panels.of(series.build(), "");

        List<String> ids = lines.stream()
                .filter(line -> !line.startsWith(" "))
                .map(line -> line.split(" ", 2)[0])
                .toList();
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(drawn).extracting(Panel::id).startsWith(ids.toArray(String[]::new));
        long ofOneMetric = lines.stream()
                .filter(line -> line.matches("\\S+ \\| \\w+ \\| [a-z_]+"))
                .count();
        long written = lines.stream().filter(line -> line.startsWith(" ")).count();
        assertThat(drawn.stream()
                        .filter(panel -> ids.contains(panel.id()))
                        .mapToLong(panel -> panel.lines().size())
                        .sum())
                .isEqualTo(ofOneMetric + written);
        assertThat(drawn.stream().flatMap(panel -> panel.lines().stream()).filter(Line::below))
                .hasSize(4);
    }

    @Test
    void aMetricWithoutAChartGetsOneInTheWordsOfTheCatalogue() {
        Metric later = new Metric(
                "lag_seconds", MetricUnit.SECONDS, List.of("group"), "lag", "how far a consumer group is behind");
        series.put(Metrics.HOST_MEMORY_AVAILABLE, host("coordinator"), 1e9).put(later, Labels.of("group", "r1"), 0.5);

        assertThat(Panels.of(series.build(), "")).extracting(Panel::title).containsExactly("Available memory", "Lag");
        assertThat(panel("other-1").note()).isEqualTo("how far a consumer group is behind");
        assertThat(panel("other-1").unit()).isEqualTo(Unit.MILLISECONDS);
        assertThat(panel("other-1").lines()).singleElement().satisfies(line -> {
            assertThat(line.name()).isEqualTo("r1");
            assertThat(line.values().at(0)).isEqualTo(500);
        });
    }

    @Test
    void allButTheTellingChartsAreLookedUp() {
        series.put(Metrics.SENT, Labels.NONE, 10)
                .put(Metrics.WORKER_HICCUP, Labels.of(Labels.WORKER, "w1"), 0.5)
                .put(Metrics.HOST_CPU_BUSY, host("coordinator"), 0.5)
                .put(Metrics.HOST_DISK_BUSY, host("coordinator"), 0.25)
                .put(Metrics.HOST_LOOPBACK, host("coordinator"), 8);

        assertThat(Panels.of(series.build(), ""))
                .extracting(panel -> panel.title() + " " + panel.telling())
                .containsExactly(
                        "Rate true", "Worker pauses false", "Machine: how busy false", "Loopback traffic false");
        assertThat(panel("busy").lines()).extracting(Line::name).containsExactly("machine processors", "machine disk");
    }

    @Test
    void whatTakesLongInWritesIsReadFirstByServerAndPart() {
        Labels broker = Labels.of(Labels.NODE, "broker-1");
        for (String part : List.of("queue", "append", "replicas", "throttle", "reply")) {
            series.put(Metrics.NODE_WRITE_TIME, broker.with(Labels.PART, part), 0.002);
        }
        series.put(Metrics.NODE_GC_PAUSE, broker, 0.01);

        assertThat(Panels.of(series.build(), ""))
                .extracting(panel -> panel.title() + " " + panel.telling())
                .containsExactly(
                        "Where writes spend their time in servers true",
                        "Writes in servers: held back and answered false",
                        "Server GC pauses true");
        assertThat(panel("writes").lines())
                .extracting(Line::name)
                .containsExactly("broker-1 queue", "broker-1 append", "broker-1 replicas");
        assertThat(panel("writes").unit()).isEqualTo(Unit.MILLISECONDS);
    }

    @Test
    void whatClientsDoWithMessagesIsReadFirstAndTheirMemoryIsLookedUp() {
        Labels worker = Labels.of(Labels.WORKER, "w1");
        Metrics.ofClients().forEach(metric -> series.put(metric, worker, 0.5));

        assertThat(Panels.of(series.build(), ""))
                .extracting(panel -> panel.title() + " " + panel.telling())
                .containsExactly(
                        "Messages per batch true",
                        "Where messages wait at the client true",
                        "Producers that could not send true",
                        "Messages held by clients false",
                        "Batch size false",
                        "Client batches false",
                        "Free buffer memory false",
                        "Messages per fetch false",
                        "Fetch time false",
                        "Consumers held back by servers false");
        assertThat(panel("client-waits").lines()).extracting(Line::name).containsExactly("w1 queue", "w1 request");
        assertThat(panel("client-full").lines()).extracting(Line::name).containsExactly("w1 full", "w1 held back");
        assertThat(panel("client-full").unit()).isEqualTo(Unit.PERCENT);
    }

    @Test
    void whatWaitsInServersIsOneChartByServerAndPlace() {
        Labels bookie = Labels.of(Labels.NODE, "bookie-1");
        series.put(Metrics.NODE_THROTTLED, bookie, 1)
                .put(Metrics.NODE_UNDER_WAY, bookie, 7)
                .put(Metrics.NODE_QUEUED, bookie.with(Labels.PART, "sync"), 2)
                .put(Metrics.NODE_QUEUED, bookie.with(Labels.PART, "append"), 5);

        assertThat(Panels.of(series.build(), ""))
                .extracting(panel -> panel.title() + " " + panel.telling())
                .containsExactly("Writes waiting in servers true", "Throttled writes false");
        assertThat(panel("queues").lines())
                .extracting(Line::name)
                .containsExactly("bookie-1 waiting for append", "bookie-1 waiting for sync", "bookie-1 under way");
        assertThat(panel("queues").unit()).isEqualTo(Unit.REQUESTS);
    }

    @Test
    void everyMetricOfTheCatalogueIsDrawnInWords() {
        Metrics.all().forEach(metric -> {
            Labels labels = Labels.NONE;
            for (String label : metric.labels()) {
                labels = labels.with(label, label.equals(Labels.STALL) ? "some" : "x");
            }
            series.put(metric, labels, 1);
        });

        List<Panel> panels = Panels.of(series.build(), "");
        assertThat(panels.stream().flatMap(panel -> panel.lines().stream())).hasSameSizeAs(Metrics.all());
        assertThat(panels).allSatisfy(panel -> {
            assertThat(panel.title()).doesNotContain("_").isNotBlank();
            assertThat(panel.note()).doesNotContain("_").isNotBlank();
        });
    }

    @Test
    void withoutASeriesThereAreNoCharts() {
        assertThat(Panels.of(Series.EMPTY, "")).isEmpty();
    }
}
