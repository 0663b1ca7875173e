package dev.loomweight.samples.experiment.server;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** Applications of Spring Boot, started from within. */
final class SpringApps {

    private SpringApps() {}

    /** Pong by Spring MVC on Tomcat, as Spring Boot sets it up. */
    static RunningServer ping(int port) {
        return start(TomcatApp.class, WebApplicationType.SERVLET, port, List.of());
    }

    /**
     * Starts one.
     *
     * @param app its configuration
     * @param type on which kind of server
     * @param port where it listens, 0 for any port that is free
     * @param settings further ones, as {@code key=value}
     */
    static RunningServer start(Class<?> app, WebApplicationType type, int port, List<String> settings) {
        SpringApplication application = new SpringApplication(app);
        application.setWebApplicationType(type);
        List<String> arguments = new ArrayList<>();
        arguments.add("server.port=" + port);
        arguments.add("server.address=" + Ports.HOST);
        arguments.add("spring.main.banner-mode=off");
        arguments.add("logging.level.root=warn");
        arguments.addAll(settings);
        ConfigurableApplicationContext context =
                application.run(arguments.stream().map("--"::concat).toArray(String[]::new));
        int actual = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        return () -> actual;
    }
}
