package dev.assay.cluster.prometheus;

import dev.assay.cluster.telemetry.PageMetrics;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Sample;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;

public final class ExpositionMetrics extends PageMetrics {
    private final Reading reading;

    public interface Reading {
        /** Returns the names of the lines that {@link #next} needs. */
        Set<String> names();

        /**
         * @param labels of the server
         * @param seconds since the previous answer; NaN at the first
         * @return values since the previous answer, known ones only
         */
        List<Sample> next(Exposition page, Labels labels, double seconds);
    }

    public ExpositionMetrics(String node, Place place, Reading reading) {
        super(node, place);
        this.reading = reading;
    }

    ExpositionMetrics(String node, Place place, Reading reading, IntSupplier patienceMillis) {
        super(node, place, patienceMillis);
        this.reading = reading;
    }

    @Override
    protected List<Sample> read(URI uri, Labels labels, double seconds) throws IOException {
        Exposition page = Exposition.read(
                new BufferedReader(new InputStreamReader(new ByteArrayInputStream(page(uri)), StandardCharsets.UTF_8)),
                reading.names());
        return reading.next(page, labels, seconds);
    }
}
