package dev.assay.worker;

import dev.assay.driver.DriverProvider;
import dev.assay.worker.wire.SettingsQuestion;
import dev.assay.worker.wire.WireFormat;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Runs as a process with a worker's class path that asks the client there for its objections to settings. It reads one
 * {@link SettingsQuestion}, writes one answer, connects to nothing, and ends.
 */
public final class SettingsCheck {
    private SettingsCheck() {}

    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT); // Values are written alike wherever they are read.
        WorkerLog.configure();
        PrintStream out = System.out;
        System.setOut(System.err); // Whatever a client prints is no part of the answer.
        byte[] question = System.in.readAllBytes();
        try {
            out.write(answer(question, DriverDiscovery.find()));
            out.flush();
        } catch (WorkerStartException e) {
            System.err.println("assay-worker: " + e.getMessage());
            Runtime.getRuntime().halt(1);
        } catch (RuntimeException | LinkageError e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0); // A client's threads may outlive it.
    }

    /** Encodes the client's answer to an encoded {@link SettingsQuestion}. */
    static byte[] answer(byte[] question, DriverProvider provider) {
        SettingsQuestion decoded = WireFormat.decode(question, SettingsQuestion.class);
        return WireFormat.encode(new SettingsQuestion.Answer(
                provider.client(),
                decoded.proposals().stream().map(provider::check).toList()));
    }
}
