package known;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.mail.Message;
import javax.mail.Session;
import javax.mail.Transport;
import javax.mail.internet.MimeMessage;
import org.apache.commons.net.telnet.TelnetClient;

/** Clients that hold monitors or wait on them while a server of ours takes its time. */
public class Libraries implements Supplier<Map<String, Callable<Object>>> {

    private static final long PACE_NANOS = 10_000_000;

    @Override
    public Map<String, Callable<Object>> get() {
        Map<String, Callable<Object>> all = new TreeMap<>();
        all.put("mail", () -> send());
        all.put("telnet", () -> talk());
        return all;
    }

    interface Conversation {
        void with(Socket client) throws IOException;
    }

    private static ServerSocket serve(Conversation conversation) throws IOException {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().start(() -> {
            try (Socket client = server.accept()) {
                conversation.with(client);
            } catch (IOException e) {
                // The client has closed.
            }
        });
        return server;
    }

    private static Object send() throws Exception {
        try (ServerSocket server = serve(Libraries::smtp)) {
            Properties settings = new Properties();
            settings.put("mail.smtp.host", server.getInetAddress().getHostAddress());
            settings.put("mail.smtp.port", String.valueOf(server.getLocalPort()));
            settings.put("mail.smtp.localhost", "test");
            MimeMessage message = new MimeMessage(Session.getInstance(settings));
            message.setFrom("from@example.org");
            message.setRecipients(Message.RecipientType.TO, "to@example.org");
            message.setText("text");
            Transport.send(message);
            return null;
        }
    }

    private static void smtp(Socket client) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
        OutputStream out = client.getOutputStream();
        say(out, "220 test");
        boolean data = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            boolean ends = line.equals(".");
            if (!data || ends) {
                data = line.startsWith("DATA");
                say(out, data ? "354 go on" : line.startsWith("QUIT") ? "221 bye" : "250 done");
            }
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        LockSupport.parkNanos(PACE_NANOS);
        out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static Object talk() throws Exception {
        try (ServerSocket server = serve(Libraries::echo)) {
            TelnetClient telnet = new TelnetClient();
            telnet.connect(server.getInetAddress(), server.getLocalPort());
            for (int i = 0; i < 5; i++) {
                telnet.getOutputStream().write('x');
                telnet.getOutputStream().flush();
                telnet.getInputStream().read();
            }
            telnet.disconnect();
            return null;
        }
    }

    private static void echo(Socket client) throws IOException {
        InputStream in = client.getInputStream();
        for (int read = in.read(); read >= 0; read = in.read()) {
            LockSupport.parkNanos(PACE_NANOS);
            client.getOutputStream().write(read);
        }
    }
}
