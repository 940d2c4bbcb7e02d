package dev.assay.run.coordinator;

import dev.assay.model.display.LongText;
import dev.assay.model.display.VisibleText;
import dev.assay.worker.wire.HostPort;

/**
 * @param name within the run, such as {@code w1}
 * @param system of its driver
 * @param client name and version of the client library
 * @param pid of its process, on its host
 * @param bootId of its host, empty where unknown
 * @param cores processors that it may use
 * @param machineCores processors of its machine; 0 where unknown
 * @param heapBytes largest heap that it can have
 */
public record WorkerIdentity(
        String name,
        HostPort address,
        String system,
        String client,
        String host,
        long pid,
        String bootId,
        int cores,
        int machineCores,
        long heapBytes) {
    /** The longest text; names of machines and of clients are far shorter. */
    private static final int LONGEST_TEXT = 300;

    public WorkerIdentity {
        visible("system", system);
        visible("client", client);
        visible("host", host);
        visible("boot id", bootId);
        if (cores < 0 || machineCores < 0 || heapBytes < 0) {
            throw new IllegalArgumentException("a worker can't have " + cores + " of " + machineCores
                    + " processors and a heap of " + heapBytes + " B");
        }
    }

    static void visible(String field, String text) {
        if (text.length() > LONGEST_TEXT || text.codePoints().anyMatch(c -> c == '\n' || VisibleText.isHidden(c))) {
            throw new IllegalArgumentException("its " + field + " must have at most " + LONGEST_TEXT
                    + " characters, all of them visible, but is '" + LongText.truncate(VisibleText.of(text)) + "'");
        }
    }
}
