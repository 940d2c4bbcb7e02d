package dev.assay.report.foreign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A result file of the OpenMessaging Benchmark.
 *
 * @param file its name
 * @param workload the name of the workload
 * @param driver the name of the driver
 * @param messageBytes the size of messages; 0 where it is not given
 * @param topics number of topics; 0 where it is not given
 * @param partitions of each topic; 0 where it is not given
 * @param publishRate messages per second, period by period, as are the following two
 * @param backlog messages at the end of each period
 * @param publish from the call to the acknowledgement, by the benchmark's clock
 * @param endToEnd from the call, or from a time of the server's, to the arrival, by the clocks of two machines
 */
public record OmbResult(
        String file,
        String workload,
        String driver,
        long messageBytes,
        long topics,
        long partitions,
        List<Double> publishRate,
        List<Double> consumeRate,
        List<Double> errorRate,
        List<Double> backlog,
        Latencies publish,
        Latencies endToEnd) {
    private static final Map<Double, String> NAMED = Map.of(
            50.0, "50pct", 75.0, "75pct", 95.0, "95pct", 99.0, "99pct", 99.9, "999pct", 99.99, "9999pct", 100.0, "Max");

    /** The benchmark takes a sample every 10 s; more than this is no result of it. */
    private static final int MOST_PERIODS = 1_000_000;

    /**
     * A distribution over the whole load.
     *
     * @param meanMillis in milliseconds; empty where it is not given
     * @param millis in milliseconds, by percent from 0 to 100; 100 is the largest
     */
    public record Latencies(OptionalDouble meanMillis, Map<Double, Double> millis) {
        public Latencies {
            millis = Collections.unmodifiableMap(new TreeMap<>(millis));
        }
    }

    public OmbResult {
        publishRate = List.copyOf(publishRate);
        consumeRate = List.copyOf(consumeRate);
        errorRate = List.copyOf(errorRate);
        backlog = List.copyOf(backlog);
    }

    /**
     * Reads a result file.
     *
     * @throws IllegalArgumentException when it is none; the message says what was expected
     */
    public static OmbResult parse(String file, String json) {
        JsonNode root;
        try {
            root = JsonMapper.builder().build().readTree(json);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(file + " is no JSON: " + e.getOriginalMessage(), e);
        }
        if (!root.isObject() || !root.path("publishRate").isArray()) {
            throw new IllegalArgumentException(
                    file
                            + " is no result of the OpenMessaging Benchmark: expected an object with 'publishRate' and 'aggregatedPublishLatency50pct'");
        }
        return new OmbResult(
                file,
                root.path("workload").asString("?"),
                root.path("driver").asString("?"),
                root.path("messageSize").asLong(0),
                root.path("topics").asLong(0),
                root.path("partitions").asLong(0),
                numbers(file, root.path("publishRate")),
                numbers(file, root.path("consumeRate")),
                numbers(file, root.path("publishErrorRate")),
                numbers(file, root.path("backlog")),
                latencies(root, "aggregatedPublishLatency"),
                latencies(root, "aggregatedEndToEndLatency"));
    }

    private static List<Double> numbers(String file, JsonNode list) {
        if (list.size() > MOST_PERIODS) {
            throw new IllegalArgumentException(
                    file + " has more than " + MOST_PERIODS + " periods, which is no result");
        }
        List<Double> numbers = new ArrayList<>();
        for (JsonNode number : list) {
            if (number.isNumber() && Double.isFinite(number.asDouble())) {
                numbers.add(number.asDouble());
            }
        }
        return numbers;
    }

    private static Latencies latencies(JsonNode root, String prefix) {
        Map<Double, Double> millis = new TreeMap<>();
        for (Map.Entry<String, JsonNode> quantile :
                root.path(prefix + "Quantiles").properties()) {
            if (quantile.getKey().matches("\\d{1,3}(\\.\\d{1,12})?")
                    && quantile.getValue().isNumber()) {
                put(
                        millis,
                        Double.parseDouble(quantile.getKey()),
                        quantile.getValue().asDouble());
            }
        }
        NAMED.forEach((percent, name) -> {
            JsonNode value = root.path(prefix + name);
            if (value.isNumber()) {
                put(millis, percent, value.asDouble());
            }
        });
        JsonNode mean = root.path(prefix + "Avg");
        return new Latencies(mean.isNumber() ? OptionalDouble.of(mean.asDouble()) : OptionalDouble.empty(), millis);
    }

    private static void put(Map<Double, Double> millis, double percent, double value) {
        if (percent >= 0 && percent <= 100 && Double.isFinite(value) && value >= 0) {
            millis.put(percent, value);
        }
    }
}
