package dev.loomweight.samples.experiment.server;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Spring WebFlux on Reactor Netty: a few threads take every request, and none waits. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class WebFluxApp {

    /** What answers. */
    @RestController
    public static class Answers {

        private final WebClient client;

        Answers(WebClient client) {
            this.client = client;
        }

        /** Answers with what the slow service answers. */
        @GetMapping(path = Downstream.PATH, produces = MediaType.TEXT_PLAIN_VALUE)
        public Mono<String> downstream() {
            return client.get().retrieve().bodyToMono(String.class);
        }
    }

    /** Tomcat is on the class path too, and is not to be taken. */
    @Bean
    public NettyReactiveWebServerFactory server() {
        return new NettyReactiveWebServerFactory();
    }

    /** Whom it asks. */
    @Bean
    public WebClient service(Environment environment) {
        ConnectionProvider connections = ConnectionProvider.create(
                "service", environment.getRequiredProperty(Downstream.CLIENTS, Integer.class));
        return WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(HttpClient.create(connections)))
                .baseUrl(environment.getRequiredProperty(Downstream.SERVICE))
                .build();
    }
}
