package dev.assay.cli.hostile;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverConsumer;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProducer;
import dev.assay.driver.DriverProvider;
import dev.assay.driver.MessageListener;
import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.WrappedDriver;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Imitates a system that sends arbitrary text in errors, settings and names.
 *
 * @param place where it fails
 * @param failure how it fails; empty where it does not
 * @param settings the settings that it reports
 */
record HostileBroker(Place place, Optional<Failure> failure, Map<String, Map<String, String>> settings)
        implements DriverProvider {
    private static final DriverProvider MEMORY = new MemoryProvider();

    /** Names the calls at which a system may fail. */
    enum Place {
        OPEN,
        CREATE,
        PRODUCE,
        CONSUME,
        SETTINGS,
        DELETE
    }

    /**
     * Holds the text of a failure.
     *
     * @param crash whether the client fails in a way that it should not
     */
    record Failure(String text, boolean crash) {
        void raise() throws DriverException {
            if (crash) {
                throw new IllegalStateException(text);
            }
            throw new DriverException(text);
        }
    }

    static HostileBroker failing(Place place, String text, boolean crash) {
        return new HostileBroker(place, Optional.of(new Failure(text, crash)), Map.of());
    }

    static HostileBroker telling(Map<String, Map<String, String>> settings) {
        return new HostileBroker(Place.OPEN, Optional.empty(), settings);
    }

    private void at(Place reached) throws DriverException {
        if (reached == place && failure.isPresent()) {
            failure.get().raise();
        }
    }

    @Override
    public String system() {
        return MEMORY.system();
    }

    @Override
    public String client() {
        return MEMORY.client();
    }

    @Override
    public Driver open(DriverConfig config) throws DriverException {
        at(Place.OPEN);
        return new Told(MEMORY.open(config));
    }

    private final class Told extends WrappedDriver {
        Told(Driver driver) {
            super(driver);
        }

        @Override
        public void createTopics(List<TopicSpec> topics) throws DriverException {
            at(Place.CREATE);
            super.createTopics(topics);
        }

        @Override
        public void deleteTopics(List<TopicSpec> topics) throws DriverException {
            at(Place.DELETE);
            super.deleteTopics(topics);
        }

        @Override
        public DriverProducer openProducer(TopicSpec topic) throws DriverException {
            at(Place.PRODUCE);
            return super.openProducer(topic);
        }

        @Override
        public DriverConsumer openConsumer(TopicSpec topic, String subscription, MessageListener listener)
                throws DriverException {
            at(Place.CONSUME);
            return super.openConsumer(topic, subscription, listener);
        }

        @Override
        public EffectiveConfig effectiveConfig() throws DriverException {
            at(Place.SETTINGS);
            return settings.isEmpty() ? super.effectiveConfig() : new EffectiveConfig(settings, Map.of());
        }
    }
}
