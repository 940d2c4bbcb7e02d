package dev.assay.testing.cluster;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Connects a test's JVM and the host, at either end. A request is a line; an answer is lines of properties and an empty one. */
public final class HostConnection implements AutoCloseable {
    /** The only property of an answer that refuses the request. */
    private static final String REFUSAL = "refusal";

    public static UnixDomainSocketAddress address(Path folder) {
        return UnixDomainSocketAddress.of(folder.resolve("host.sock"));
    }

    private final SocketChannel channel;
    private final BufferedReader in;
    private final Writer out;

    public HostConnection(SocketChannel channel) {
        this.channel = channel;
        this.in = new BufferedReader(new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
        this.out = Channels.newWriter(channel, StandardCharsets.UTF_8);
    }

    /** Reads the next request; null when the other end is gone. */
    public @Nullable String request() throws IOException {
        return in.readLine();
    }

    public void answer(Map<String, String> texts) throws IOException {
        Properties properties = new Properties();
        properties.putAll(texts);
        StringWriter text = new StringWriter();
        properties.store(text, null);
        send(text + "\n");
    }

    public void refuse(String reason) throws IOException {
        answer(Map.of(REFUSAL, reason));
    }

    /** @throws IllegalStateException with the reason when it was refused */
    public Map<String, String> ask(String request) throws IOException {
        send(request + "\n");
        StringBuilder text = new StringBuilder();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            text.append(line).append('\n');
        }
        Map<String, String> answer = read(new StringReader(text.toString()));
        String refusal = answer.get(REFUSAL);
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
        return answer;
    }

    private static Map<String, String> read(Reader text) throws IOException {
        Properties properties = new Properties();
        properties.load(text);
        Map<String, String> read = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> read.put(name, properties.getProperty(name)));
        return read;
    }

    private String readLine() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new EOFException("the host has ended");
        }
        return line;
    }

    private void send(String text) throws IOException {
        out.write(text);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
