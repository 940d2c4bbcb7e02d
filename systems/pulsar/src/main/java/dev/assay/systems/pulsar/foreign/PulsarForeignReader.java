package dev.assay.systems.pulsar.foreign;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.foreign.ForeignDriver;
import dev.assay.model.foreign.ForeignReader;
import dev.assay.model.foreign.ImportDraft;
import dev.assay.model.foreign.PossibleLevels;
import java.util.List;

/** Reads drivers of the OpenMessaging Benchmark for Pulsar, and command lines of pulsar-perf. */
public final class PulsarForeignReader implements ForeignReader {
    @Override
    public String system() {
        return "pulsar";
    }

    @Override
    public boolean readsDriver(String driverClass) {
        return driverClass.endsWith(".PulsarBenchmarkDriver");
    }

    /** Whether bookies sync is theirs to say, and not in the driver's file; by default they do. */
    @Override
    public PossibleLevels levels(ForeignDriver driver) {
        String ack = driver.text(PulsarOmbDriver.ACK_QUORUM, "2");
        return levels(!ack.matches("0*[01]"), "ackQuorum=" + ack);
    }

    static PossibleLevels levels(boolean several, String why) {
        String whole = why + ", and bookies that sync their journals, as they do by default";
        return several
                ? PossibleLevels.of(whole, DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_2)
                : PossibleLevels.of(whole, DurabilityLevel.LEVEL_3, DurabilityLevel.LEVEL_4);
    }

    @Override
    public void read(ForeignDriver driver, DurabilityLevel level, boolean existing, ImportDraft draft) {
        new PulsarOmbDriver(driver, existing, draft).read();
    }

    @Override
    public List<String> commands() {
        return List.of("pulsar-perf produce", "pulsar-perf consume");
    }

    @Override
    public boolean readsCommand(List<String> words) {
        return PulsarPerfCommand.isCalled(words);
    }

    @Override
    public PossibleLevels readCommand(List<String> words, boolean existing, ImportDraft draft) {
        return new PulsarPerfCommand(existing, draft).read(words);
    }
}
