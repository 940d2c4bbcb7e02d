package dev.assay.bench.micro;

import dev.assay.model.message.MessageHeader;
import java.util.zip.CRC32C;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures stamping a payload, and checking it where it arrives. */
@State(Scope.Thread)
public class MessageHeaderBenchmark {
    @Param({"100", "1000"})
    public int messageBytes;

    private final CRC32C crc = new CRC32C();
    private byte[] payload = {};
    private int bodyCrc;
    private long sequence;

    @Setup
    public void fill() {
        payload = new byte[messageBytes];
        MessageHeader.writeIdentity(payload, 1, 2, 0);
        bodyCrc = MessageHeader.crcOf(payload, MessageHeader.BYTES, messageBytes - MessageHeader.BYTES, crc);
    }

    @Benchmark
    public boolean writeAndVerify() {
        long now = sequence++;
        MessageHeader.writeMessage(payload, now, now, now, bodyCrc, crc);
        return MessageHeader.isIntact(payload, 0, messageBytes, crc)
                && MessageHeader.isBodyIntact(payload, 0, messageBytes, crc);
    }
}
