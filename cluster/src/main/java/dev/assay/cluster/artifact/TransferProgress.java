package dev.assay.cluster.artifact;

import dev.assay.cluster.ProgressListener;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferEvent;

/** Passes the resolver's events on; metadata and poms count towards the bytes but are not named. */
final class TransferProgress extends AbstractTransferListener {
    private final ProgressListener progress;
    private final AtomicLong allBytes = new AtomicLong();

    TransferProgress(ProgressListener progress) {
        this.progress = progress;
    }

    @Override
    public void transferProgressed(TransferEvent event) {
        report(event, allBytes.addAndGet(event.getDataLength()));
    }

    @Override
    public void transferSucceeded(TransferEvent event) {
        report(event, allBytes.get());
    }

    private void report(TransferEvent event, long all) {
        String name = event.getResource().getResourceName();
        if (!name.endsWith(".pom")) {
            progress.downloading(name.substring(name.lastIndexOf('/') + 1), event.getTransferredBytes(), all);
        }
    }
}
