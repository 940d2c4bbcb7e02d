package dev.assay.cluster.local;

import dev.assay.cluster.telemetry.PageMetrics;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Asks servers whether they serve. Each question has its answer within a second or counts as not answered. */
public final class Probe {
    private static final int PATIENCE_MILLIS = 1_000;

    private Probe() {}

    @FunctionalInterface
    public interface Answer {
        /** Returns whether the answer is right; a missing answer is not. */
        boolean isRight(DataInputStream in) throws IOException;
    }

    public static boolean listens(String host, int port) {
        return answers(host, port, new byte[0], _ -> true);
    }

    public static boolean answers(String host, int port, byte[] question, Answer answer) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(host), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(question);
            return answer.isRight(new DataInputStream(socket.getInputStream()));
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Returns a page; empty when there is none, or the server refuses. */
    public static String page(String url) {
        return page(url, _ -> {});
    }

    public static String page(String url, PageMetrics.Sending sending) {
        try {
            return new String(PageMetrics.page(URI.create(url), PATIENCE_MILLIS, sending), StandardCharsets.UTF_8);
        } catch (IOException notYet) {
            return "";
        }
    }
}
