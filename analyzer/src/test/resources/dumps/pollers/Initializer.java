import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A class initializer on a virtual thread reads a socket, and other virtual threads use the class: more than there are carriers. */
public class Initializer {
    static ServerSocket server;

    static class Remote {
        static {
            try {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                socket.getInputStream().read();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        static void use() {}
    }

    public static void main(String[] args) throws Exception {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("first").start(Remote::use);
        Socket far = server.accept();
        for (int i = 0; i < 4; i++) {
            Thread.ofVirtual().name("user-" + i).start(Remote::use);
        }
        Thread.sleep(1000);
        far.getOutputStream().write(1);
        Thread.sleep(1000);
        System.out.println("READY");
        Thread.sleep(Long.MAX_VALUE);
    }
}
