package dev.loomweight.samples.experiment.server;

import dev.loomweight.samples.experiment.Stand;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;

/**
 * A server that asks a slow service before it answers. As long as a request holds a thread, the threads bound how many
 * requests wait at once, whatever the machine: their number, divided by the time that the service takes.
 *
 * <p>Arguments: which server, how many clients, for how many milliseconds they ask before it counts, for how many it
 * counts, the most that the service takes, in milliseconds: it takes half of that on average.
 */
public final class Downstream {

    static final String PATH = "/downstream";

    /** The setting that names the address of the slow service. */
    static final String SERVICE = "loomweight.service";

    /** The setting for the number of clients. */
    static final String CLIENTS = "loomweight.clients";

    private static final String WEB_FLUX = "webflux";
    private static final String VIRTUAL = "tomcatVirtual";
    private static final String TOMCAT = "tomcat";

    private static final int BYTES = 100;

    private Downstream() {}

    /**
     * Runs the experiment with one server.
     *
     * @param args a name and four numbers; the name is {@code webflux}, {@code tomcatVirtual}, or {@code tomcat} with
     *     how many threads it has
     * @throws Exception if the server or the service does not start, or does not answer
     */
    public static void main(String[] args) throws Exception {
        String name = args[0];
        Loaded.Plan plan = Loaded.Plan.of(args[1], args[2], args[3]);
        long most = Long.parseLong(args[4]);
        Stand.play(0, stand -> {
            int port = Ports.own();
            // It ends with this process, and not before: requests are still under way when the load has ended.
            SlowService.Started service = SlowService.start(0, most, BYTES);
            RunningServer server = start(name, port, service.url(), plan.clients());
            Loaded loaded = Loaded.load(name, server.port(), PATH, plan, stand);
            long mean = mean(service);
            stand.count("clients", plan.clients());
            stand.nanos("serviceMean", mean);
            loaded.tell(name, stand);
            stand.count(name + "Threads", loaded.threads());
            if (isPooled(name)) {
                stand.count(name + "Bound", Math.round(threads(name) / (mean / 1e9)));
            }
            return List.of(server, service);
        });
    }

    private static boolean isPooled(String name) {
        return name.startsWith(TOMCAT) && !name.equals(VIRTUAL);
    }

    private static int threads(String name) {
        return Integer.parseInt(name.substring(TOMCAT.length()));
    }

    private static RunningServer start(String name, int port, String service, int clients) {
        List<String> settings = new ArrayList<>(List.of(SERVICE + "=" + service, CLIENTS + "=" + clients));
        if (name.equals(WEB_FLUX)) {
            return SpringApps.start(WebFluxApp.class, WebApplicationType.REACTIVE, port, settings);
        }
        if (name.equals(VIRTUAL)) {
            settings.add("spring.threads.virtual.enabled=true");
        } else {
            settings.add("server.tomcat.threads.max=" + threads(name));
        }
        return SpringApps.start(TomcatApp.class, WebApplicationType.SERVLET, port, settings);
    }

    private static long mean(SlowService.Started service) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://" + Ports.HOST + ":" + service.port() + SlowService.MEAN);
            HttpRequest request = HttpRequest.newBuilder(uri).build();
            return Long.parseLong(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        }
    }
}
