package dev.loomweight.samples.experiment.server;

import java.net.http.HttpClient;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** Spring MVC on Tomcat: every request has a thread, and the thread waits for what it asks of others. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class TomcatApp {

    /** What answers. */
    @RestController
    public static class Answers {

        private final RestClient client;

        Answers(RestClient client) {
            this.client = client;
        }

        /** Answers at once. */
        @GetMapping(path = Ping.PATH, produces = MediaType.TEXT_PLAIN_VALUE)
        public String ping() {
            return Ping.ANSWER;
        }

        /** Answers with what the slow service answers. */
        @GetMapping(path = Downstream.PATH, produces = MediaType.TEXT_PLAIN_VALUE)
        public String downstream() {
            return String.valueOf(client.get().retrieve().body(String.class));
        }
    }

    /** Whom it asks. */
    @Bean
    public RestClient service(Environment environment) {
        ExecutorService few = Executors.newFixedThreadPool(2);
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                // By itself it has a thread for each answer that is being handled: they would be counted as Tomcat's.
                .executor(few)
                .build();
        return RestClient.builder()
                .requestFactory(new JdkClientHttpRequestFactory(http))
                .baseUrl(environment.getProperty(Downstream.SERVICE, ""))
                .build();
    }
}
